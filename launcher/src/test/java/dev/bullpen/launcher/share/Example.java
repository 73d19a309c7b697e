package dev.bullpen.launcher.share;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A command with an option, and a parameter, of each kind; and with all characters that mean
 * something somewhere.
 */
final class Example {
  static final List<String> NAMES = List.of("example", "other");

  /** Quotes, brackets, a colon, backslashes, a dollar and a request of roff. */
  static final String ODD = ".it's [1]: a\\b \"c\" `d` $e ~f ^g";

  private Example() {}

  static CommandSpec spec() {
    CommandSpec root = CommandSpec.create().name("example");
    root.addOption(option("--home", "DIR", "where it is (default: here)").build());
    root.addOption(OptionSpec.builder("-q", "--quiet").description("says less").build());
    root.usageMessage()
        .header("@|bold Example|@ does nothing.", "")
        .customSynopsis("  @|bold example|@ COMMAND")
        .exitCodeList(UsageMessageSpec.keyValuesMap("0:done"))
        .footer("  EXAMPLE_HOME     where it is", "", "Begin with make.");
    CommandSpec make = CommandSpec.create();
    make.usageMessage()
        .header("Make a thing.", "")
        .footer("", "Examples:", "  example make cup --colour red")
        .exitCodeList(UsageMessageSpec.keyValuesMap("0:it is made"));
    make.addOption(
        option("--colour", "COLOUR", "one of red, green, grey")
            .completionCandidates(List.of("red", "green", "grey"))
            .build());
    make.addOption(option("--size", "N", ODD).build());
    make.addPositional(
        positional("KIND", "what to make").completionCandidates(List.of("cup", "plate")).build());
    root.addSubcommand("make", make);
    CommandSpec check = CommandSpec.create();
    check.usageMessage().header(ODD, "").description("Reads it.", "", "Writes nothing.");
    check.addPositional(positional("FILE", "what to check").build());
    root.addSubcommand("check", check);
    return new CommandLine(root).getCommandSpec();
  }

  private static OptionSpec.Builder option(String name, String label, String description) {
    return OptionSpec.builder(name).paramLabel(label).type(String.class).description(description);
  }

  private static PositionalParamSpec.Builder positional(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0")
        .paramLabel(label)
        .type(String.class)
        .description(description);
  }
}
