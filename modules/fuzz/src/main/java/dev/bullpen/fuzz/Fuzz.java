package dev.bullpen.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs something again and again, each time with chances of its own, and fails if it throws, takes
 * too long, or takes too much memory; the failure says how to repeat just that round.
 *
 * <p>{@code -Dbullpen.fuzz.seed=N} begins with another seed, {@code -Dbullpen.fuzz.rounds=N} makes
 * it longer or, with 1, repeats one round.
 */
public final class Fuzz {
  /** No round that ends takes nearly so long, however busy the machine is. */
  private static final Duration MOST_TIME = Duration.ofSeconds(30);

  /**
   * No round has more than a few hundred kilobytes of input; somebody who believes a length that he
   * is told asks for more than this.
   */
  private static final long MOST_BYTES = 96L * 1024 * 1024;

  private static final long SETTLED_AFTER_ROUNDS = 3;

  private final String what;
  private final Round round;
  private volatile long seed;
  private volatile long begun = System.nanoTime();

  /** What is run. */
  @FunctionalInterface
  public interface Round {
    /** Once, with chances of its own; whatever it throws is a finding. */
    void run(Random chance) throws Exception;
  }

  private Fuzz(String what, Round round) {
    this.what = what;
    this.round = round;
  }

  /**
   * Run so many rounds.
   *
   * @param seed of the first round; the next have the numbers that follow
   */
  public static void rounds(String what, long seed, int rounds, Round round) {
    long first = Long.getLong("bullpen.fuzz.seed", seed);
    int count = Integer.getInteger("bullpen.fuzz.rounds", rounds);
    new Fuzz(what, round).run(first, count);
  }

  private void run(long first, int count) {
    FutureTask<Void> all =
        new FutureTask<>(
            () -> {
              for (int i = 0; i < count; i++) {
                runOne(first + i, i >= SETTLED_AFTER_ROUNDS);
              }
              return null;
            });
    Thread thread = new Thread(all, "fuzz " + what);
    thread.setDaemon(true); // one that never ends is left behind
    begun = System.nanoTime();
    thread.start();
    await(all, thread);
  }

  private void runOne(long next, boolean measured) {
    seed = next;
    begun = System.nanoTime();
    long before = allocated();
    try {
      round.run(new Random(next));
    } catch (Exception | Error e) {
      throw new AssertionError(failed(e.toString()), e);
    }
    long bytes = allocated() - before;
    if (measured && bytes > MOST_BYTES) {
      throw new AssertionError(failed("it allocated " + bytes + " bytes"));
    }
  }

  /** Bytes that this thread has allocated so far, for tests that compare. */
  public static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private void await(FutureTask<Void> all, Thread thread) {
    try {
      while (true) {
        try {
          all.get(1, TimeUnit.SECONDS);
          return;
        } catch (TimeoutException e) {
          if (System.nanoTime() - begun > MOST_TIME.toNanos()) {
            AssertionError failure = new AssertionError(failed("it does not end"));
            failure.setStackTrace(thread.getStackTrace());
            throw failure;
          }
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AssertionError found
          ? found
          : new AssertionError(failed("unexpected"), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failed("interrupted"), e);
    }
  }

  private String failed(String how) {
    return "%s: %s; to repeat it: -Dbullpen.fuzz.seed=%d -Dbullpen.fuzz.rounds=1"
        .formatted(what, how, seed);
  }
}
