package dev.bullpen.launcher.demo;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.Values;
import dev.bullpen.posix.proc.ProcFolder;
import java.time.Duration;
import java.util.List;

/**
 * The session that the demo shows.
 *
 * @param server the server it has started
 */
record Demo(Server server, Screen screen) {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final Duration START_LIMIT = Duration.ofSeconds(5);

  /** The promise is half a second; a process that is there after five is a survivor. */
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(5);

  /** A server with nothing to do needs a moment; a process that is there after this stays. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final int PAGE = 5;

  /**
   * The script, its child, a shell and that one's child; a fifth, the daemon, where there is a
   * setsid(1).
   */
  private static final int PROCESSES_LEAST = 4;

  /**
   * Plays it.
   *
   * @param startedAt when the server was started, by {@link System#nanoTime}
   * @return whether no process survived
   */
  boolean play(long startedAt) throws ServerException, InterruptedException {
    greet(startedAt);
    completeSome();
    if (!ProcFolder.hasOurNumbers()) {
      screen.verdict(true, "Survivors are not counted: there is no /proc of this pid namespace.");
      return true;
    }
    boolean none = cancelOne();
    none &= leave();
    screen.verdict(none, none ? "Nothing survived." : "Something survived.");
    return none;
  }

  private void greet(long startedAt) throws ServerException, InterruptedException {
    screen.heading("Start");
    Server.Answer hello = server.greet("launcher demo", ANSWER_LIMIT);
    Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
    String name = hello.result().path("serverInfo").path("name").stringValue("?");
    String version = hello.result().path("serverInfo").path("version").stringValue("?");
    String protocol = hello.result().path("protocolVersion").stringValue("?");
    screen.answered(
        took, "from nothing to the first answer", name + " " + version, "protocol " + protocol);
  }

  private void completeSome() throws ServerException, InterruptedException {
    screen.heading("Ask");
    complete(
        "explain-command: command \"m\"", Completion.ofPrompt("explain-command", "command", "m"));
    Completion framework = Completion.ofPrompt("new-service", "framework", "");
    complete("new-service: framework \"\"", framework);
    complete("  with language = rust", framework.knowing("language", "rust"));
    Completion city = Completion.ofPrompt("plan-meeting", "city", "");
    Server.Answer page = complete("plan-meeting: city \"\", page 1", city.atMost(PAGE));
    complete("  page 2", city.atMost(PAGE).from(Values.of(page.result()).nextCursor()));
    complete("reply: tone \"f\", declared values", Completion.ofPrompt("reply", "tone", "f"));
    complete("no-such-prompt", Completion.ofPrompt("no-such-prompt", "any", ""));
  }

  private Server.Answer complete(String what, Completion completion)
      throws ServerException, InterruptedException {
    Server.Answer answer =
        server.ask("completion/complete", completion.params()).await(ANSWER_LIMIT);
    if (answer.isError()) {
      screen.refused(answer.took(), what, answer.error());
    } else {
      Values values = Values.of(answer.result());
      screen.answered(answer.took(), what, String.join(", ", values.shown()), values.count());
    }
    return answer;
  }

  private void ping(String what) throws ServerException, InterruptedException {
    Server.Answer answer = server.ask("ping", Json.object()).await(ANSWER_LIMIT);
    screen.answered(answer.took(), what, answer.isError() ? answer.error() : "answered", "");
  }

  /** Cancels the request of a script that never answers and has started a daemon. */
  private boolean cancelOne() throws ServerException, InterruptedException {
    screen.heading("Take back");
    String mark =
        Processes.mark(server.pid())
            .orElseThrow(() -> new ServerException("the server has no helper to be seen"));
    Completion endless = Completion.ofPrompt("runaway", "anything", "");
    Server.Call call = server.ask("completion/complete", endless.params());
    List<ProcessHandle> running = Processes.awaitSteadyJobs(mark, PROCESSES_LEAST, START_LIMIT);
    if (running.size() < PROCESSES_LEAST) {
      throw new ServerException("the script of the prompt runaway did not start its processes");
    }
    screen.note("runaway, which never answers", running.size() + " processes");
    String session = Processes.session(running.get(0));
    for (ProcessHandle one : running) {
      boolean isDaemon = !session.equals(Processes.session(one));
      screen.process(one, isDaemon ? "  (a daemon in a session of its own)" : "");
    }
    ping("ping meanwhile");
    complete("explain-command meanwhile", Completion.ofPrompt("explain-command", "command", "gr"));

    long cancelledAt = System.nanoTime();
    server.cancel(call, "the demo has seen enough");
    List<ProcessHandle> left = Processes.awaitEnd(running, CANCEL_LIMIT);
    Duration took = Duration.ofNanos(System.nanoTime() - cancelledAt);
    if (left.isEmpty()) {
      left = Processes.jobs(mark); // those that were only being started when others were counted
    }
    screen.ended("cancel, until all were gone", took, running.size(), left);
    ping("ping afterwards");
    screen.note(
        "answer to the cancelled request",
        call.isAnswered() ? "came nevertheless" : "none, as it should be");
    return left.isEmpty() && !call.isAnswered();
  }

  /** Closes the server's input, which has to end the server and all its processes. */
  private boolean leave() throws ServerException, InterruptedException {
    screen.heading("Leave");
    List<ProcessHandle> family = Processes.family(server.pid());
    screen.note("the server and all it has started", family.size() + " processes");
    long leftAt = System.nanoTime();
    server.end();
    List<ProcessHandle> left = Processes.awaitEnd(family, END_LIMIT);
    Duration took = Duration.ofNanos(System.nanoTime() - leftAt);
    screen.ended("end of input, until all were gone", took, family.size(), left);
    return left.isEmpty();
  }
}
