package dev.bullpen.server.engine;

import dev.bullpen.pool.view.Seconds;
import dev.bullpen.posix.DumpRequests;
import dev.bullpen.posix.StandardOutput;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * What this server is doing, on standard error, on {@code kill -QUIT}. The JVM's thread dump comes
 * first. See docs/decisions/0022-dumping-state.md.
 */
final class StateDump {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** After the first answers, because clients wait for those. */
  private static final Duration NOT_BEFORE = Duration.ofMillis(700);

  private final Supplier<List<String>> state;
  private final long startedAt = System.nanoTime();
  private final AtomicBoolean busy = new AtomicBoolean();

  StateDump(Supplier<List<String>> state) {
    this.state = state;
  }

  /** Be ready for it soon. Called once; returns at once. */
  void begin(Timers timers) {
    timers.after(NOT_BEFORE, this::listen);
  }

  private void listen() {
    if (!StandardOutput.neverWait()) {
      LOG.log(Level.DEBUG, "a thread dump waits until the error output is read");
    }
    if (!DumpRequests.listen(this::asked)) {
      LOG.log(Level.DEBUG, "this JVM does not report QUIT, so there is only its own thread dump");
    }
  }

  /** One at a time, because they would pile up while standard error is not read. */
  private void asked() {
    if (busy.compareAndSet(false, true)) {
      try {
        DaemonThreads.start("state dump", this::dump);
      } catch (NoThreadException e) {
        busy.set(false);
        LOG.log(Level.WARNING, "the state cannot be shown: " + e.getMessage());
      }
    }
  }

  private void dump() {
    try {
      System.err.print(text());
    } finally {
      busy.set(false);
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    add(
        text,
        "bullpen: state of server %d, up for %s"
            .formatted(
                ProcessHandle.current().pid(),
                Seconds.of(Duration.ofNanos(System.nanoTime() - startedAt))));
    state.get().forEach(line -> add(text, line));
    add(text, "bullpen: end of state");
    return text.toString();
  }

  /** A line may have names of projects and clients. */
  private static void add(StringBuilder text, String line) {
    text.append(Shown.of(line)).append(System.lineSeparator());
  }
}
