package dev.bullpen.launcher.complete;

import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.ProjectOption;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The words of {@code launcher complete}, and what they ask for. */
final class CompleteWords {
  static final String JSON = "--json";
  private static final String NAME = "NAME";
  private static final String ARGUMENT = "--argument";
  private static final String VALUE = "--value";
  private static final String CONTEXT = "--context";
  private static final String RESOURCE = "--resource";
  private static final String LIMIT = "--limit";
  private static final String CURSOR = "--cursor";

  /** A completion result holds at most this many values (specification, "Completion"). */
  private static final int LIMIT_MAX = 100;

  private CompleteWords() {}

  static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel(NAME)
            .type(String.class)
            .description("a prompt's name; with --resource a resource's URI or template")
            .build());
    spec.addOption(value(ARGUMENT, "A", "the argument to complete").required(true).build());
    spec.addOption(value(VALUE, "V", "what has been typed of it (default: nothing)").build());
    spec.addOption(
        value(CONTEXT, "K=V", "another argument's value; may be repeated")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .build());
    spec.addOption(flag(RESOURCE, "NAME is a resource's URI or template"));
    spec.addOption(value(LIMIT, "N", "at most N values, 1 to " + LIMIT_MAX).build());
    spec.addOption(value(CURSOR, "C", "go on where the page that gave this cursor ended").build());
    spec.addOption(ProjectOption.spec());
    spec.addOption(flag(JSON, "print the result as one line of JSON"));
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "the values were printed, be it none");
    codes.put("1", "the server did not start, or answered with an error");
    codes.put("2", "a word or a value is wrong");
    spec.usageMessage()
        .header("Ask a server for one completion, as a client would.", "")
        .exitCodeList(codes);
    return spec;
  }

  static Completion completion(ParseResult words) throws UsageException {
    Map<String, String> context = new LinkedHashMap<>();
    for (String pair : words.matchedOptionValue(CONTEXT, List.<String>of())) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new UsageException(
            "%s is \"%s\", but must be NAME=VALUE. For example %s country=Portugal."
                .formatted(CONTEXT, pair, CONTEXT));
      }
      context.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return new Completion(
        words.matchedPositionalValue(0, ""),
        words.matchedOptionValue(RESOURCE, false),
        words.matchedOptionValue(ARGUMENT, ""),
        words.matchedOptionValue(VALUE, ""),
        context,
        limit(words),
        Optional.of(words.matchedOptionValue(CURSOR, "")).filter(cursor -> !cursor.isEmpty()));
  }

  private static OptionalInt limit(ParseResult words) throws UsageException {
    String limit = words.matchedOptionValue(LIMIT, "");
    return limit.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(new Given(LIMIT, limit).wholeNumber(1, LIMIT_MAX, 10));
  }

  private static OptionSpec.Builder value(String name, String label, String description) {
    return OptionSpec.builder(name).paramLabel(label).type(String.class).description(description);
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }
}
