package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Completion.Values;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.posix.log.Shown;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Asks a real server with one helper for one completion, so that the result is what a client would
 * get with the operator's settings. The server's error output is passed on, because it holds the
 * details of a failing provider.
 */
public record CompleteCommand(Home home, Map<String, String> environment) implements Question {
  private static final String ARGUMENT = "--argument";
  private static final String VALUE = "--value";
  private static final String CONTEXT = "--context";
  private static final String RESOURCE = "--resource";
  private static final String LIMIT = "--limit";
  private static final String CURSOR = "--cursor";

  /** A completion result holds at most this many values (specification, "Completion"). */
  private static final int LIMIT_MAX = 100;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Asking.spec(
            "complete", "NAME", "a prompt's name; with --resource a resource's URI or template");
    OptionSpec argument = Command.value(ARGUMENT, "A", "the argument to complete");
    spec.addOption(OptionSpec.builder(argument).required(true).build());
    spec.addOption(Command.value(VALUE, "V", "what has been typed of it (default: nothing)"));
    spec.addOption(Command.list(CONTEXT, "K=V", "another argument's value; may be repeated"));
    spec.addOption(Command.flag(RESOURCE, "NAME is a resource's URI or template"));
    spec.addOption(Command.value(LIMIT, "N", "at most N values, 1 to " + LIMIT_MAX));
    spec.addOption(Command.value(CURSOR, "C", "go on where the page that gave this cursor ended"));
    Asking.addCommonOptions(spec);
    spec.usageMessage()
        .header("Ask a server for one completion, as a client would.", "")
        .exitCodeList(
            Command.exitCodes(
                "the values, if any, were printed",
                "the server did not start, or answered with an error"));
    return spec;
  }

  @Override
  public void check(ParseResult words) throws UsageException {
    completion(words);
  }

  @Override
  public int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException {
    Server.Answer answer = asking.ask("completion/complete", completion(words).params());
    return Asking.show(
        answer, words, console, result -> print(Values.of(result), answer.took(), console.out()));
  }

  private static Completion completion(ParseResult words) throws UsageException {
    String name = words.matchedPositionalValue(0, "");
    String argument = words.matchedOptionValue(ARGUMENT, "");
    String value = words.matchedOptionValue(VALUE, "");
    Completion completion =
        words.matchedOptionValue(RESOURCE, false)
            ? Completion.ofResource(name, argument, value)
            : Completion.ofPrompt(name, argument, value);
    for (String pair : words.matchedOptionValue(CONTEXT, List.<String>of())) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new UsageException(
            "%s is \"%s\", but must be NAME=VALUE. For example %s country=Portugal."
                .formatted(CONTEXT, pair, CONTEXT));
      }
      completion = completion.knowing(pair.substring(0, equals), pair.substring(equals + 1));
    }
    String limit = words.matchedOptionValue(LIMIT, "");
    if (!limit.isEmpty()) {
      completion = completion.atMost(new Given(LIMIT, limit).wholeNumber(1, LIMIT_MAX, 10));
    }
    String cursor = words.matchedOptionValue(CURSOR, "");
    return completion.from(Optional.of(cursor).filter(given -> !given.isEmpty()));
  }

  private static void print(Values values, Duration took, PrintStream out) {
    int width = String.valueOf(values.shown().size()).length();
    int number = 0;
    for (String value : values.shown()) {
      out.println(("%" + width + "d  %s").formatted(++number, Shown.of(value)));
    }
    String more =
        values
            .nextCursor()
            .map(cursor -> "; more with --cursor " + cursor)
            .orElse("; there are more");
    out.println(values.count() + " in " + took.toMillis() + " ms" + (values.hasMore() ? more : ""));
  }
}
