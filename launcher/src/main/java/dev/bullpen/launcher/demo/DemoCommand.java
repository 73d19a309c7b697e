package dev.bullpen.launcher.demo;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.Variables;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A short session with a real server, and a count of what it leaves behind. */
public final class DemoCommand implements Command {
  private static final String WORKERS = "4";

  private final Home home;

  public DemoCommand(Home home) {
    this.home = home;
  }

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage()
        .header("Play a short session with a real server, and count what it leaves behind.", "")
        .description(
            "On the example project examples/completions: ask, take back a request whose script"
                + " has",
            "started a daemon, and leave. The survivors are counted in /proc each time.",
            "Takes a few seconds.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "everything was answered, and no process survived",
                "something was not answered, or a process survived"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) {
    try {
      OwnedFolder folder = OwnedFolder.make(Path.of(System.getProperty("java.io.tmpdir")));
      try {
        return play(folder.path().resolve("log"), console) ? ExitCode.DONE : ExitCode.FAILED;
      } finally {
        folder.remove();
      }
    } catch (IOException e) {
      console.complain("no file for what the server says: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private boolean play(Path log, Console console) throws IOException, InterruptedException {
    Path project = home.example("completions");
    console.out().println("Bullpen demo  " + project + ", " + WORKERS + " workers");
    if (playSession(project, log, console)) {
      return true;
    }
    console.complain("something went wrong, as shown above. What the server said:");
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
    try (Server server = Server.start(command)) {
      return new Demo(server, console).play(startedAt);
    } catch (ServerException e) {
      console.complain(e.getMessage());
      return false;
    }
  }
}
