package dev.bullpen.launcher.demo;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.Variables;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Completion.Values;
import dev.bullpen.launcher.client.JobProcesses;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.ServerProcess;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Plays a short session with a real server, and counts the processes that it leaves. */
public record DemoCommand(Home home) implements Command {
  private static final String WORKERS = "4";

  private static final String BOLD = "1";
  private static final String FAINT = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";

  /** Room for a time, and for the longest request. */
  private static final String LINE = "%s  %-33s  %s";

  private static final String NO_TIME = " ".repeat("1234.5 ms".length());

  /** The rest of a line of 80 columns, behind the time and the request. */
  private static final int REST_COLUMNS = 34;

  /** The rest behind the time alone. */
  private static final int COMMAND_COLUMNS = 67;

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final Duration START_LIMIT = Duration.ofSeconds(5);

  /** The promise is half a second. A process that runs after five has survived. */
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(5);

  /** An idle server ends in a moment. A process that runs after this time has survived. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final int PAGE = 5;

  /** The script, its child, a shell and its child; the daemon needs setsid(1). */
  private static final int PROCESSES_LEAST = 4;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("demo");
    spec.usageMessage()
        .header(
            "Play a short session with a real server, and count the processes that it leaves.", "")
        .description(
            "Serves examples/completions: sends requests, cancels one whose script has started a",
            "daemon, and ends the server. Counts the surviving processes in /proc each time.",
            "Takes a few seconds.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "everything was answered, and no process survived",
                "something was not answered, or a process survived"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws InterruptedException {
    try (OwnedFolder folder = OwnedFolder.make()) {
      return play(folder.path().resolve("log"), console) ? ExitCode.DONE : ExitCode.FAILED;
    } catch (IOException e) {
      console.complain("there is no file for the server's log: " + Cause.withPath(e));
      return ExitCode.FAILED;
    }
  }

  private boolean play(Path log, Console console) throws IOException, InterruptedException {
    Path project = home.example("completions");
    console.out().println("Bullpen demo, " + WORKERS + " workers, project\n" + project);
    if (playSession(project, log, console)) {
      return true;
    }
    console.complain("something went wrong, as shown above. The server's log:");
    console.err().print(Files.readString(log));
    return false;
  }

  private boolean playSession(Path project, Path log, Console console) throws InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                home.command().toString(), "--workers", WORKERS, "--project", project.toString()));
    if (Safeguard.isUnderTest()) {
      words.add(1, Safeguard.WORD);
    }
    ProcessBuilder command = new ProcessBuilder(words).redirectError(Redirect.to(log.toFile()));
    Variables.keepThoseOfHost(command.environment());
    long startedAt = System.nanoTime();
    try (ServerProcess server = ServerProcess.start(command)) {
      return new Session(server, console).play(startedAt);
    } catch (ServerException e) {
      console.complain(e.getMessage());
      return false;
    }
  }

  /** Prints a heading for each part, and a line for each event, with its time in front. */
  private record Session(ServerProcess server, Console console) {
    /** Returns whether no process survived. */
    boolean play(long startedAt) throws ServerException, InterruptedException {
      greet(startedAt);
      completeSome();
      if (!ProcFolder.hasOurNumbers()) {
        heading(GREEN, "Survivors are not counted: there is no /proc of this pid namespace.");
        return true;
      }
      boolean none = cancelOne();
      none &= leave();
      heading(none ? GREEN : RED, none ? "Nothing survived." : "Something survived.");
      return none;
    }

    private void greet(long startedAt) throws ServerException, InterruptedException {
      heading(BOLD, "Start");
      Server.Answer hello = server.greet("launcher demo", ANSWER_LIMIT);
      String name = hello.result().path("serverInfo").path("name").stringValue("?");
      String protocol = hello.result().path("protocolVersion").stringValue("?");
      line(
          time(startedAt),
          "from nothing to the first answer",
          shortened("%s, %s".formatted(name, protocol), REST_COLUMNS));
    }

    private void completeSome() throws ServerException, InterruptedException {
      heading(BOLD, "Ask");
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
        line(time(answer.took()), what, paint(YELLOW, shortened(answer.error(), REST_COLUMNS)));
      } else {
        Values values = Values.of(answer.result());
        String all = String.join(", ", values.shown());
        String shown = shortened(all, REST_COLUMNS - values.count().length() - 2);
        line(time(answer.took()), what, shown + "  " + paint(FAINT, values.count()));
      }
      return answer;
    }

    private void ping(String what) throws ServerException, InterruptedException {
      Server.Answer answer = server.ask("ping", Json.object()).await(ANSWER_LIMIT);
      line(
          time(answer.took()),
          what,
          answer.isError() ? shortened(answer.error(), REST_COLUMNS) : "answered");
    }

    private boolean cancelOne() throws ServerException, InterruptedException {
      heading(BOLD, "Cancel");
      String mark =
          JobProcesses.mark(server.pid())
              .orElseThrow(() -> new ServerException("no helper of the server is visible"));
      Completion endless = Completion.ofPrompt("runaway", "anything", "");
      Server.Call call = server.ask("completion/complete", endless.params());
      List<ProcessHandle> running = JobProcesses.awaitJobs(mark, PROCESSES_LEAST, START_LIMIT);
      if (running.size() < PROCESSES_LEAST) {
        throw new ServerException("the script of the prompt runaway did not start its processes");
      }
      line(NO_TIME, "runaway, which never answers", running.size() + " processes");
      running.forEach(this::process);
      ping("ping meanwhile");
      complete(
          "explain-command meanwhile", Completion.ofPrompt("explain-command", "command", "gr"));

      long cancelledAt = System.nanoTime();
      server.cancel(call, "the demo has seen enough");
      List<ProcessHandle> left = JobProcesses.awaitEnd(running, CANCEL_LIMIT);
      String took = time(cancelledAt);
      if (left.isEmpty()) {
        left = JobProcesses.jobs(mark); // processes that started after the count
      }
      ended("cancel, until all were gone", took, running.size(), left);
      ping("ping afterwards");
      line(
          NO_TIME,
          "answer to the cancelled request",
          call.isAnswered() ? "came nevertheless" : "none, as it should be");
      return left.isEmpty() && !call.isAnswered();
    }

    /** Closes the server's input, which must end the server and all its processes. */
    private boolean leave() throws ServerException, InterruptedException {
      heading(BOLD, "Leave");
      List<ProcessHandle> tree = JobProcesses.processTree(server.pid());
      line(NO_TIME, "the server and all its processes", tree.size() + " processes");
      long leftAt = System.nanoTime();
      server.endInput();
      List<ProcessHandle> left = JobProcesses.awaitEnd(tree, END_LIMIT);
      ended("end of input, until all were gone", time(leftAt), tree.size(), left);
      return left.isEmpty();
    }

    /** Prints how many of {@code count} processes are left after a limit, and which. */
    private void ended(String what, String took, int count, List<ProcessHandle> left) {
      String tally = "%s %d of %d left".formatted(left.isEmpty() ? "✔" : "✘", left.size(), count);
      line(took, what, paint(left.isEmpty() ? GREEN : RED, tally));
      left.forEach(this::process);
    }

    private void process(ProcessHandle one) {
      String text = "%7d  %s".formatted(one.pid(), JobProcesses.command(one));
      console.out().println(NO_TIME + "    " + paint(FAINT, shortened(text, COMMAND_COLUMNS)));
    }

    private void heading(String code, String text) {
      console.out().println("\n" + paint(code, text));
    }

    private void line(String time, String what, String rest) {
      console.out().println(LINE.formatted(paint(FAINT, time), what, rest));
    }

    private static String time(long since) {
      return time(Duration.ofNanos(System.nanoTime() - since));
    }

    private static String time(Duration took) {
      return String.format(Locale.ROOT, "%6.1f ms", took.toNanos() / 1e6);
    }

    private static String shortened(String text, int columns) {
      String shown = Shown.of(text);
      return shown.length() <= columns ? shown : shown.substring(0, columns - 1) + "…";
    }

    private String paint(String code, String text) {
      return console.colour() ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
  }
}
