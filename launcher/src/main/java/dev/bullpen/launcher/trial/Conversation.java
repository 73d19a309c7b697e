package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ask.Asking;
import dev.bullpen.launcher.ask.Progress;
import dev.bullpen.launcher.client.JobProcesses;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.SessionEndedException;
import dev.bullpen.posix.proc.ProcFolder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import tools.jackson.databind.JsonNode;

/**
 * Waits for an answer. Meanwhile it shows progress and messages, passes questions to the user, and
 * cancels the request on Ctrl-C. For one thread.
 *
 * @param serverPid empty if the server is no child of this process
 */
record Conversation(
    Server server, OptionalLong serverPid, Screen screen, Events events, Console console)
    implements Asking.Reader {
  /** Most answers come within this time, during which the keys are not watched. */
  private static final long UNWATCHED_MILLIS = 50;

  /** The promise is half a second. A process that runs after five has survived. */
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  /** Enough to show a pipeline. */
  private static final int PROCESSES_SHOWN = 8;

  /**
   * @throws CancellationException if the user has cancelled, which has been reported
   */
  @Override
  public Server.Answer await(Server.Call call) throws ServerException, InterruptedException {
    long startedAt = System.nanoTime();
    events.begin();
    try {
      Optional<Events.Event> event = events.poll(UNWATCHED_MILLIS);
      if (!isEnd(event, call)) {
        screen.watchKeys(events);
      }
      while (!isEnd(event, call)) {
        if (event.isPresent()) {
          handle(event.get(), call, startedAt);
        }
        event = Optional.of(events.take());
      }
    } finally {
      screen.leaveKeys();
      screen.clearProgress();
      events.end();
    }
    return call.await(Duration.ZERO);
  }

  private static boolean isEnd(Optional<Events.Event> event, Server.Call call) {
    return event.orElse(null) instanceof Events.Done done && done.call() == call;
  }

  @Override
  public void show(JsonNode result, Console console) {
    Result.show(result, console);
  }

  private void handle(Events.Event event, Server.Call call, long startedAt)
      throws ServerException, InterruptedException {
    if (event instanceof Events.Interrupted) {
      cancel(call, startedAt);
    } else if (event instanceof Events.Asked asked) {
      ask(asked);
    } else if (event instanceof Events.Said said) {
      screen.said(said.line());
    } else if (event instanceof Events.Notified notified) {
      if (notified.method().equals("notifications/progress")) {
        screen.progress(Progress.of(notified.params()));
      } else {
        Progress.message(notified.method(), notified.params()).ifPresent(screen::said);
      }
    }
  }

  private void ask(Events.Asked asked) throws ServerException, InterruptedException {
    screen.leaveKeys();
    screen.clearProgress();
    events.asking(Optional.of(asked.id()));
    try {
      server.answer(asked.id(), new Form(screen).fill(asked.params()));
    } finally {
      events.asking(Optional.empty());
    }
    screen.watchKeys(events);
  }

  private void cancel(Server.Call call, long startedAt)
      throws ServerException, InterruptedException {
    Optional<String> mark =
        serverPid.isPresent() && ProcFolder.hasOurNumbers()
            ? JobProcesses.mark(serverPid.getAsLong())
            : Optional.empty();
    List<ProcessHandle> running = mark.map(JobProcesses::jobs).orElse(List.of());
    List<String> lines = running.stream().map(Conversation::line).toList();
    long cancelledAt = System.nanoTime();
    try {
      server.cancel(call, "cancelled at the prompt");
    } catch (SessionEndedException e) {
      // The request ended with its session.
    }
    List<ProcessHandle> left = JobProcesses.awaitEnd(running, END_LIMIT);
    long goneMillis = (System.nanoTime() - cancelledAt) / 1_000_000;
    screen.clearProgress();
    console.say(
        String.format(Locale.ROOT, "cancelled after %.1f s", (cancelledAt - startedAt) / 1e9)
            + (mark.isPresent() ? killed(running.size(), left, goneMillis) : unseen()));
    lines.stream().limit(PROCESSES_SHOWN).forEach(console::say);
    left.forEach(one -> console.complain("process %d still runs".formatted(one.pid())));
    throw new CancellationException();
  }

  private String unseen() {
    return serverPid.isPresent()
        ? "; this system does not show the processes"
        : "; the server got the cancellation, but its processes are not visible from here";
  }

  static String killed(int running, List<ProcessHandle> left, long goneMillis) {
    if (running == 0) {
      return "; no process of it was running";
    }
    String processes = running == 1 ? "1 process was" : running + " processes were";
    return left.isEmpty()
        ? "; %s killed, and gone after %d ms:".formatted(processes, goneMillis)
        : "; %s running, and %d survived:".formatted(processes, left.size());
  }

  private static String line(ProcessHandle process) {
    return "  %7d  %s".formatted(process.pid(), JobProcesses.command(process));
  }
}
