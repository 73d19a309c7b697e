package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.ServerException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher prompt NAME --ARGUMENT VALUE}: prints the messages of a prompt. */
public record PromptCommand(Home home, Map<String, String> environment) implements Question {
  @Override
  public CommandSpec spec() {
    CommandSpec spec = Asking.spec("prompt", "NAME", "the prompt's name");
    spec.addOption(Asking.jsonArguments());
    Asking.addCommonOptions(spec);
    spec.parser().unmatchedArgumentsAllowed(true); // the prompt's own arguments
    spec.usageMessage()
        .header("Get a prompt of the project, as a client would.", "")
        .customSynopsis(
            "launcher prompt NAME [--ARGUMENT VALUE]... [--json] [--project DIR]",
            "  launcher prompt NAME --json-args JSON [--json] [--project DIR]",
            "",
            "launcher list prompts shows the arguments of each prompt.",
            "")
        .footer("", "Example:", "  launcher prompt review --language java")
        .exitCodeList(
            Command.exitCodes(
                "its messages were printed",
                "the server did not start, or answered with an error"));
    return spec;
  }

  @Override
  public int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException {
    String name = words.matchedPositionalValue(0, "");
    JsonNode prompt = Asking.find("prompt", asking.list(Kind.PROMPTS), name);
    ObjectNode properties = Json.object();
    prompt
        .path("arguments")
        .forEach(
            argument ->
                properties.putObject(argument.path("name").stringValue("")).put("type", "string"));
    ObjectNode params = Json.object().put("name", name);
    params.set("arguments", Arguments.read("The prompt " + name, properties, words));
    return Asking.show(
        asking.ask("prompts/get", params),
        words,
        console,
        result -> {
          for (JsonNode message : result.path("messages")) {
            console.say(message.path("role").stringValue("") + ":");
            Shown.content(message.path("content"), console);
          }
        });
  }
}
