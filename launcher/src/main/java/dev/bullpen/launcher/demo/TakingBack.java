package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.client.Call;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.ServerException;
import java.time.Duration;
import java.util.List;

/** Second act: a script that never answers and has started a daemon; its request is taken back. */
final class TakingBack {
  /**
   * The script, its child, a shell and that one's child; a fifth, the daemon, where there is a
   * setsid(1).
   */
  private static final int PROCESSES_LEAST = 4;

  private static final Duration START_LIMIT = Duration.ofSeconds(5);

  /** The promise is half a second; who is there after five is a survivor by any measure. */
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private final Stage stage;

  TakingBack(Stage stage) {
    this.stage = stage;
  }

  /** Returns whether nothing survived. */
  boolean play() throws ServerException, InterruptedException {
    stage.screen().heading("Take back");
    Lookout lookout =
        Lookout.ofServer(stage.server().pid())
            .orElseThrow(() -> new ServerException("the server has no helper to be seen"));
    Completion endless = Completion.ofPrompt("runaway", "anything", "");
    Call call = stage.server().ask("completion/complete", endless.params());
    List<Sighting> running = lookout.awaitSteadyJobs(PROCESSES_LEAST, START_LIMIT);
    if (running.size() < PROCESSES_LEAST) {
      throw new ServerException("the script of the prompt runaway did not start its processes");
    }
    show(running);
    stage.ping("ping meanwhile");
    stage.ask("explain-command meanwhile", Completion.ofPrompt("explain-command", "command", "gr"));
    List<Sighting> left = cancel(call, running, lookout);
    stage.ping("ping afterwards");
    stage
        .screen()
        .note(
            "answer to the cancelled request",
            call.isAnswered() ? "came nevertheless" : "none, as it should be");
    return left.isEmpty() && !call.isAnswered();
  }

  private void show(List<Sighting> running) {
    stage.screen().note("runaway, which never answers", running.size() + " processes");
    long session = running.get(0).session();
    for (Sighting one : running) {
      String what = one.session() == session ? "" : "  (a daemon in a session of its own)";
      stage.screen().detail("%7d  %s%s".formatted(one.pid(), one.command(), what));
    }
  }

  private List<Sighting> cancel(Call call, List<Sighting> running, Lookout lookout)
      throws ServerException, InterruptedException {
    long cancelledAt = System.nanoTime();
    stage.server().cancel(call, "the demo has seen enough");
    List<Sighting> left = Lookout.awaitEnd(running, END_LIMIT);
    Duration took = Duration.ofNanos(System.nanoTime() - cancelledAt);
    if (left.isEmpty()) {
      // Whoever was only being started when the others were counted carries the job's mark too.
      left = lookout.jobs();
    }
    stage.screen().ended("cancel, until all were gone", took, running.size(), left);
    return left;
  }
}
