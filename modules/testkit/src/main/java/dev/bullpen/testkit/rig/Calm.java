package dev.bullpen.testkit.rig;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.proc.Footprint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What a server holds when nothing is going on. */
final class Calm {
  /** A server that nothing is asked of comes to rest within this, or not at all. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /**
   * Replacements of helpers are ready again well within this, and helpers beyond those that are
   * kept warm, which go when they have been idle for half a minute, are gone.
   */
  static final Duration BACK_WITHIN = Duration.ofSeconds(45);

  /** A server that has not changed for so long has finished warming up. */
  private static final Duration STILL = Duration.ofMillis(300);

  /** And has been checked so often: time passes while the whole machine stands still. */
  private static final int CHECKS = 20;

  /**
   * Threads the pool makes when a call may block and keeps for a minute in case of the next: how
   * many there are says when there was most to do, not whether something was lost.
   */
  private static final String KEPT_IN_RESERVE = "pool worker-#";

  /**
   * Threads that are made when they are first needed and kept, or that come and go: so many of
   * each, and no more. The second writer is the one of the rehearsal after the greeting.
   */
  private static final Map<String, Integer> KEPT_OR_PASSING =
      Map.of(
          "schema checks", 2,
          "server timer", 1,
          "project files", 2,
          "project reader", 1,
          "client roots", 1,
          "programs", 1,
          "resource hosts", 8,
          "resource watch", 1,
          "stdout writer", 2);

  private final McpProcess server;
  private final Footprint baseline;

  private Calm(McpProcess server, Footprint baseline) {
    this.server = server;
    this.baseline = baseline;
  }

  /** Measure a server once it has come to rest. */
  static Calm settled(McpProcess server) {
    Rest rest = new Rest(server.pid());
    Poll.until(Deadline.in(PATIENCE), rest::reached);
    return new Calm(server, rest.footprint);
  }

  /** Fail unless descriptors and threads come back to what they were. */
  void assertBack() {
    if (!Poll.until(Deadline.in(BACK_WITHIN), () -> difference().isEmpty())) {
      throw Diagnosis.failure(server, "not as before: " + difference().orElse("it is by now"));
    }
  }

  /**
   * What is there more or less than before. Of those that are kept or pass there may have been more
   * before: a thread that has just been started has the name of who started it for a moment.
   */
  private Optional<String> difference() {
    Footprint then = baseline;
    Footprint now = holdings(server.pid());
    for (String kept : KEPT_OR_PASSING.keySet()) {
      if (count(now, kept) <= count(then, kept)) {
        then = then.withoutThreads(kept);
        now = now.withoutThreads(kept);
      }
    }
    return now.sameHoldings(then) ? Optional.empty() : Optional.of(now.since(then));
  }

  private static Footprint holdings(long pid) {
    Footprint footprint = Footprint.of(pid).withoutThreads(KEPT_IN_RESERVE);
    for (Map.Entry<String, Integer> kept : KEPT_OR_PASSING.entrySet()) {
      if (count(footprint, kept.getKey()) <= kept.getValue()) {
        footprint = footprint.withoutThreads(kept.getKey());
      }
    }
    return footprint;
  }

  private static int count(Footprint footprint, String thread) {
    return footprint.threads().getOrDefault(thread, 0);
  }

  /** Sees whether the footprint still changes. */
  private static final class Rest {
    private final long pid;
    private Footprint footprint;
    private Deadline still = Deadline.in(STILL);
    private int checks;

    Rest(long pid) {
      this.pid = pid;
      this.footprint = holdings(pid);
    }

    boolean reached() {
      Footprint now = holdings(pid);
      if (!now.sameHoldings(footprint)) {
        footprint = now;
        still = Deadline.in(STILL);
        checks = 0;
      }
      return ++checks > CHECKS && still.passed();
    }
  }
}
