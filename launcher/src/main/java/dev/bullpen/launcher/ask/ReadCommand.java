package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.client.ServerException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code launcher read URI}: prints the content of a resource. */
public record ReadCommand(Home home, Map<String, String> environment) implements Question {
  @Override
  public CommandSpec spec() {
    CommandSpec spec = Asking.spec("read", "URI", "the resource's URI");
    Asking.addCommonOptions(spec);
    spec.usageMessage()
        .header("Read a resource of the project, as a client would.", "")
        .footer("", "Example:", "  launcher read file:///srv/notes/today.md")
        .exitCodeList(
            Command.exitCodes(
                "its text was printed", "the server did not start, or answered with an error"));
    return spec;
  }

  @Override
  public int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException {
    String uri = words.matchedPositionalValue(0, "");
    return Asking.show(
        asking.ask("resources/read", Json.object().put("uri", uri)),
        words,
        console,
        result -> result.path("contents").forEach(content -> Shown.resource(content, console)));
  }
}
