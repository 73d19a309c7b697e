package dev.bullpen.posix;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Memory this process has from the system and needs no more: what the C library keeps of all that
 * was freed, see malloc_trim(3), and what the heap has grown by. It is given back once the process
 * has come to rest, and seldom, for whoever needs it again has to wait for it. Not thread-safe.
 */
public final class SpareMemory {
  /** Whoever has done nothing for so long is at rest. */
  public static final Duration REST = Duration.ofSeconds(1);

  /**
   * After so long there is more: what the JVM has freed itself, the memory of its compilers above
   * all, it keeps for up to five seconds.
   */
  public static final Duration LONG_REST = Duration.ofSeconds(6);

  /** From one rest to the next at least. */
  public static final Duration APART = Duration.ofSeconds(30);

  /** A heap that has grown by less is not worth the some ten milliseconds of a collection. */
  private static final long WORTHWHILE = 4 << 20;

  /**
   * What is as large as that goes back when it is freed: malloc_trim leaves what lies at the end of
   * a thread's arena, and that is what was large.
   */
  private static final int LARGE = 1 << 20;

  private final LongSupplier nanoTime;
  private final Runnable release;
  private boolean used = true;
  private long usedAt;
  private long dueAt;
  private long notBefore;

  /** Of this process, which has only begun. */
  public static SpareMemory ofThisProcess() {
    if (Host.HERE == Host.LINUX) {
      LinuxC.mallopt(LinuxC.M_MMAP_THRESHOLD, LARGE);
    }
    Heap heap = new Heap();
    return new SpareMemory(
        System::nanoTime,
        () -> {
          heap.shrink();
          trim();
        });
  }

  /**
   * @param nanoTime as {@link System#nanoTime}
   * @param release gives back what there is
   */
  public SpareMemory(LongSupplier nanoTime, Runnable release) {
    this.nanoTime = nanoTime;
    this.release = release;
    this.usedAt = nanoTime.getAsLong();
    this.dueAt = usedAt + REST.toNanos();
    this.notBefore = usedAt;
  }

  /** Something has been done. */
  public void used() {
    used = true;
    usedAt = nanoTime.getAsLong();
    dueAt = later(notBefore, usedAt + REST.toNanos());
  }

  /**
   * How long nothing is to happen before there is something to give back; empty if there is not.
   */
  public Optional<Duration> patience() {
    return used
        ? Optional.of(Duration.ofNanos(Math.max(0, dueAt - nanoTime.getAsLong())))
        : Optional.empty();
  }

  /** Give it back, if it is time. */
  public void giveBack() {
    if (patience().filter(Duration::isZero).isPresent()) {
      release.run();
      long now = nanoTime.getAsLong();
      used = now - usedAt < LONG_REST.toNanos();
      dueAt = usedAt + LONG_REST.toNanos();
      notBefore = now + APART.toNanos();
    }
  }

  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }

  private static void trim() {
    if (Host.HERE == Host.LINUX) {
      LinuxC.malloc_trim(0);
    }
  }

  private static final class Heap {
    /** When it was last as small as what is in use allows. */
    private long least = Runtime.getRuntime().totalMemory();

    void shrink() {
      long size = Runtime.getRuntime().totalMemory();
      if (size - least >= WORTHWHILE) {
        System.gc();
        least = Runtime.getRuntime().totalMemory();
      } else {
        least = Math.min(least, size);
      }
    }
  }
}
