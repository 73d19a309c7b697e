package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code launcher call TOOL --ARGUMENT VALUE}: calls a tool once and shows its progress. Naming the
 * tool allows it, unless the environment has an allow-list. The project's policy.sh still decides.
 */
public record CallCommand(Home home, Map<String, String> environment) implements Question {
  private static final List<String> ALLOW_LISTS =
      List.of("BULLPEN_ALLOW", "MCPBASH_TOOL_ALLOWLIST");

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Asking.spec("call", "TOOL", "the tool's name");
    spec.addOption(Asking.jsonArguments());
    Asking.addCommonOptions(spec);
    spec.parser().unmatchedArgumentsAllowed(true); // the tool's own arguments
    spec.usageMessage()
        .header("Call a tool of the project, as a client would.", "")
        .customSynopsis(
            "launcher call TOOL [--ARGUMENT VALUE]... [--json] [--project DIR]",
            "  launcher call TOOL --json-args JSON [--json] [--project DIR]",
            "",
            "launcher list tools shows the arguments of each tool. The tool is allowed by",
            "naming it here, unless MCPBASH_TOOL_ALLOWLIST or BULLPEN_ALLOW is set.",
            "")
        .footer(
            "",
            "Examples:",
            "  launcher call hello",
            "  launcher call search --query notes --limit 3 --json")
        .exitCodeList(
            Command.exitCodes(
                "the tool has done its work", "the tool failed, or the server did not start"));
    return spec;
  }

  @Override
  public List<String> settings(ParseResult words) {
    return isAllowListed(environment)
        ? List.of()
        : List.of("--allow", words.matchedPositionalValue(0, ""));
  }

  @Override
  public Server.Listener listener(Console console) {
    return new Notes(console);
  }

  /** Whether the operator has set an allow-list, which also applies to calls by hand. */
  public static boolean isAllowListed(Map<String, String> environment) {
    return ALLOW_LISTS.stream().anyMatch(list -> !environment.getOrDefault(list, "").isBlank());
  }

  @Override
  public int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException {
    String name = words.matchedPositionalValue(0, "");
    JsonNode tool = Asking.find("tool", asking.list(Kind.TOOLS), name);
    ObjectNode properties =
        tool.at("/inputSchema/properties") instanceof ObjectNode declared
            ? declared
            : Json.object();
    ObjectNode params = Json.object().put("name", name);
    params.set("arguments", Arguments.read("The tool " + name, properties, words));
    params.putObject("_meta").put("progressToken", 1);
    Server.Answer answer = asking.ask("tools/call", params);
    int code = Asking.show(answer, words, console, result -> asking.show(result, console));
    return answer.result().path("isError").booleanValue(false) ? ExitCode.FAILED : code;
  }
}
