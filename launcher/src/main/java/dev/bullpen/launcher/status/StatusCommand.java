package dev.bullpen.launcher.status;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher status}: shows what running servers do. */
public record StatusCommand(Map<String, String> environment) implements Command {
  private static final String JSON = "--json";
  private static final String WATCH = "--watch";
  private static final int REPAINT_MILLIS = 1_000;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("status");
    RunningServers.addOptions(spec);
    spec.addOption(Command.flag(JSON, "print one JSON object: servers"));
    spec.addOption(Command.flag(WATCH, "print it again every second, until Ctrl-C"));
    spec.usageMessage()
        .header("Show what the running servers of this user do.", "")
        .description(
            "Shows clients, helpers, running calls and their processes, and the last failures. Shows"
                + " no tokens and no values of arguments.",
            "")
        .footer("", "Examples:", "  launcher status --watch", "  launcher status --pid 4711 --json")
        .exitCodeList(Command.exitCodes("servers were shown", "there is none"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, InterruptedException {
    RunningServers servers = RunningServers.of(words, environment);
    boolean isJson = words.matchedOptionValue(JSON, false);
    if (words.matchedOptionValue(WATCH, false)) {
      return watch(servers, isJson, console);
    }
    List<RunningServers.Server> found = servers.ask(console);
    if (found.isEmpty() && !isJson) {
      console.complain(servers.none());
    } else if (isJson) {
      console.out().println(json(found));
    } else {
      text(found).forEach(console::say);
    }
    return found.isEmpty() ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static String json(List<RunningServers.Server> found) {
    ObjectNode all = Json.object();
    ArrayNode array = all.putArray("servers");
    found.forEach(server -> array.add(server.status()));
    return Json.text(all);
  }

  private static List<String> text(List<RunningServers.Server> found) {
    List<String> lines = new ArrayList<>();
    for (RunningServers.Server server : found) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(StatusText.of(server.status()));
    }
    return lines;
  }

  /** Runs until a signal, or until the output is closed. */
  private static int watch(RunningServers servers, boolean isJson, Console console)
      throws InterruptedException {
    Screen screen = Screen.current();
    while (!console.out().checkError()) {
      List<RunningServers.Server> found = servers.ask(console);
      if (isJson) {
        console.out().println(json(found));
      } else {
        screen.paint(found.isEmpty() ? List.of(servers.none()) : text(found), console);
      }
      Thread.sleep(REPAINT_MILLIS);
    }
    return ExitCode.DONE;
  }
}
