package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.proc.Memory;
import dev.bullpen.testkit.proc.ProcessTable;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hundred clients that connect, call, cancel, close and die, for half an hour: every request is
 * answered once or cancelled, and afterwards the server holds what it held before.
 */
@Needs({"bash"})
class HttpSoakTests {
  private static final int CLIENTS = 200;

  private static final Duration WARMING = Duration.ofSeconds(Size.repeat(4, 10));
  private static final Duration SETTLES_WITHIN = Duration.ofSeconds(60);

  /** What has not changed for so long does not change any more. */
  private static final Duration STILL = Duration.ofSeconds(2);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** What a heap holds after a collection is not the same each time. */
  private static final long BREATH_BYTES = 2L * 1024 * 1024;

  /**
   * Threads that are kept for the next request, and are bounded: how many tells of the busiest
   * moment.
   */
  private static final List<String> KEPT = List.of("http-#", "pool worker-#");

  /** What there is for each client or request, and must be gone with it. */
  private static final Pattern PASSING =
      Pattern.compile(
          "dev\\.bullpen\\.(http\\.(endpoint|stream|connection)|server\\.(session|call|client|asking"
              + "|tool)|protocol|pool\\.run)\\..*");

  private final SoakClient.Tally tally = new SoakClient.Tally();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @TempDir private Path temporary;

  private static void project(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .tool("talks", ToolScripts.SAY + "progress 1\nsleep 0.1\nprogress 2\necho talked\n")
        .tool("hold", ToolScripts.SAY + "progress 1\nsleep 600 | sleep 600\n");
  }

  private static Duration asked() {
    return Duration.ofSeconds(Integer.getInteger("bullpen.soak.seconds", Size.repeat(6, 1800)));
  }

  /**
   * What a server holds, but for its memory.
   *
   * @param files in its temporary folder, and below
   */
  private record Holdings(Footprint footprint, int processes, long files) {
    /** What there is more of than before; empty if nothing. */
    String moreThan(Holdings before) {
      List<String> more = new ArrayList<>();
      grown(more, footprint.descriptors(), before.footprint.descriptors());
      grown(more, footprint.threads(), before.footprint.threads());
      grown(
          more,
          Map.of("processes", processes, "files", (int) files),
          Map.of("processes", before.processes, "files", (int) before.files));
      return String.join(", ", more);
    }

    private static void grown(
        List<String> more, Map<String, Integer> now, Map<String, Integer> before) {
      now.forEach(
          (name, count) -> {
            int grown = count - before.getOrDefault(name, 0);
            if (grown > 0) {
              more.add("+" + grown + " " + name);
            }
          });
    }
  }

  @Test
  void every_request_is_answered_once_or_cancelled_and_nothing_is_left_over() {
    assumeTrue(Memory.canBeMeasured(), "jcmd is needed, which comes with a JDK");
    Random chance = new Random(Chance.of("soak over HTTP").below(Integer.MAX_VALUE));
    try (HttpRig rig =
        HttpRig.start(
            HttpSoakTests::project,
            launcher -> launcher.workers(4, 4).environment("TMPDIR", temporary.toString()))) {
      serve(rig, WARMING, chance);
      assertEquals(List.of(), List.copyOf(failures));
      Memory.of(rig.process().pid()); // by which the JVM gets a socket for its questioners
      Holdings before = settled(rig);
      Memory needed = Memory.of(rig.process().pid());
      serve(rig, asked(), chance);
      assertEquals(List.of(), List.copyOf(failures));
      assertEquals(tally.asked.get(), tally.answered.get() + tally.cancelled.get(), "lost");
      assertAsBefore(rig, before, needed);
    }
  }

  private void serve(HttpRig rig, Duration duration, Random chance) {
    Deadline end = Deadline.in(duration);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      SoakClient client = new SoakClient(rig, tally, new Random(chance.nextLong()));
      Thread thread = new Thread(() -> live(client, end), "client " + i);
      thread.start();
      threads.add(thread);
    }
    for (int minute = 1; !end.passed(); minute++) {
      Deadline next = Deadline.in(MINUTE.compareTo(end.remaining()) < 0 ? MINUTE : end.remaining());
      Poll.until(next, () -> !failures.isEmpty() && end.passed());
      report(rig, minute);
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while clients end", e);
      }
    }
  }

  private void live(SoakClient client, Deadline end) {
    try {
      while (!end.passed() && failures.isEmpty()) {
        client.act();
      }
      client.endSession();
    } catch (Exception | AssertionError e) {
      failures.add(e);
    }
  }

  private void report(HttpRig rig, int minute) {
    Footprint footprint = Footprint.of(rig.process().pid());
    System.out.printf(
        "[measured] soak over HTTP, minute %d: %s; resident %d KiB, threads %d, descriptors %d,"
            + " failures %d%n",
        minute,
        tally,
        footprint.residentKib(),
        sum(footprint.threads()),
        sum(footprint.descriptors()),
        failures.size());
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Holdings holdings(HttpRig rig) {
    Footprint footprint = Footprint.of(rig.process().pid());
    for (String kept : KEPT) {
      footprint = footprint.withoutThreads(kept);
    }
    int processes = ProcessTable.now().below(rig.process().pid()).size();
    try (Stream<Path> files = Files.walk(temporary)) {
      return new Holdings(footprint, processes, files.count());
    } catch (IOException | UncheckedIOException e) {
      return new Holdings(footprint, processes, Long.MAX_VALUE); // one has gone meanwhile
    }
  }

  /** What it holds once that has not changed for a while. */
  private Holdings settled(HttpRig rig) {
    AtomicReference<Holdings> last = new AtomicReference<>(holdings(rig));
    AtomicReference<Deadline> still = new AtomicReference<>(Deadline.in(STILL));
    Poll.until(
        Deadline.in(SETTLES_WITHIN),
        () -> {
          Holdings now = holdings(rig);
          if (!now.moreThan(last.get()).isEmpty() || !last.get().moreThan(now).isEmpty()) {
            last.set(now);
            still.set(Deadline.in(STILL));
          }
          return still.get().passed();
        });
    return last.get();
  }

  private void assertAsBefore(HttpRig rig, Holdings before, Memory needed) {
    assertTrue(
        Poll.until(Deadline.in(SETTLES_WITHIN), () -> holdings(rig).moreThan(before).isEmpty()),
        () -> "left over: " + holdings(rig).moreThan(before));
    // For a moment timers still know of calls that are over.
    AtomicReference<Memory> last = new AtomicReference<>(needed);
    Poll.until(
        Deadline.in(SETTLES_WITHIN),
        () -> {
          last.set(Memory.of(rig.process().pid()));
          return leftOver(last.get(), needed).isEmpty();
        });
    Memory after = last.get();
    System.out.printf(
        "[measured] soak over HTTP, %s: %s; heap %d KiB %+d, PSS %d KiB %+d; more of %s%n",
        asked(),
        tally,
        needed.heapBytes() / 1024,
        (after.heapBytes() - needed.heapBytes()) / 1024,
        needed.pssKib(),
        after.pssKib() - needed.pssKib(),
        after.moreThan(needed));
    assertEquals(Map.of(), leftOver(after, needed), "objects are left over");
    assertTrue(after.heapBytes() - needed.heapBytes() < BREATH_BYTES, "heap is left over");
  }

  private static Map<String, Long> leftOver(Memory now, Memory before) {
    Map<String, Long> more = now.moreThan(before);
    more.keySet().removeIf(name -> name.contains("$$Lambda") || !PASSING.matcher(name).matches());
    return more;
  }
}
