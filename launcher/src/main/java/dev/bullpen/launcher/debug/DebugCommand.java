package dev.bullpen.launcher.debug;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.Variables;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.project.metadata.ProjectException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code launcher debug}: starts a server, passes messages between it and its client, and logs
 * them. The server ends with its input, and with this process.
 */
public record DebugCommand(Home home, Map<String, String> environment) implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("debug");
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Serve a client on standard input and output, and keep the messages.", "")
        .description(
            "The file is in a new folder that only its owner may read; standard error says where."
                + " Members that are named like secrets are left out, but secrets in a script's"
                + " output are not: remove the folder afterwards. Messages are read whole, so"
                + " messages of many MiB need as much memory.",
            "")
        .exitCodeList(Command.exitCodes("the client has closed its end", "the server has failed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException, InterruptedException {
    Path project = Command.folder(words, environment);
    Path folder = Files.createTempDirectory("mcpbash.debug");
    Path file = folder.resolve("payload.debug.log");
    try (OutputStream log = Files.newOutputStream(file)) {
      console.note("mcp-bash debug: logging to " + file);
      return serve(project, new PayloadLog(log, console), console);
    }
  }

  private int serve(Path project, PayloadLog log, Console console)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(home.command().toString(), "--project", project.toString())
            .redirectError(Redirect.INHERIT);
    Variables.removeAddresses(builder.environment());
    Process server = OwnProcesses.start(builder);
    // A daemon: it may wait for a silent client.
    new DaemonThread("debug input", () -> passIn(server, log, console)).start();
    try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        console.out().print(line + "\n");
        console.out().flush();
        log.add(PayloadLog.Direction.OUT, line);
      }
    }
    return server.waitFor();
  }

  /** Passes messages to the server until the client closes its end; then closes the input. */
  private static void passIn(Process server, PayloadLog log, Console console) {
    try (OutputStream toServer = server.getOutputStream();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toServer.flush();
        log.add(PayloadLog.Direction.IN, line);
      }
    } catch (IOException e) {
      console.complain("a message was not passed on: " + e.getMessage());
    }
  }
}
