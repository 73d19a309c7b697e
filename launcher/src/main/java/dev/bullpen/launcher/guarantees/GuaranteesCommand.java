package dev.bullpen.launcher.guarantees;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tries each layer that ends processes, and reports which work on this host. */
public final class GuaranteesCommand implements Command {
  private static final String JSON = "--json";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("guarantees");
    spec.addOption(Command.flag(JSON, "print one JSON object instead of a table"));
    spec.usageMessage()
        .header("Show which of the layers that end processes work on this host.", "")
        .description(
            "Tries each layer on processes that it starts, and ends them. See"
                + " docs/reference/guarantees.md for the promises, and"
                + " docs/maintainer/measurements/faults.md for the faults.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "everything that is promised for Linux holds here",
                "a layer does not work, as printed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) {
    return report(Probe.find(), words, console);
  }

  static int report(List<Probe.Layer.Finding> findings, ParseResult words, Console console) {
    console.out().print(words.hasMatchedOption(JSON) ? json(findings) : table(findings));
    return findings.stream().anyMatch(Probe.Layer.Finding::isMissing)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  private static String host() {
    return "%s %s, Java %s"
        .formatted(
            System.getProperty("os.name"), System.getProperty("os.version"), Runtime.version());
  }

  private static String table(List<Probe.Layer.Finding> findings) {
    StringBuilder text = new StringBuilder("What ends processes here (" + host() + "):\n\n");
    for (Probe.Layer.Finding finding : findings) {
      text.append(
          "  %-3s  %-10s  %s (%s)%n"
              .formatted(
                  finding.active() ? "yes" : "no",
                  finding.layer().word(),
                  finding.means(),
                  String.join(", ", finding.layer().faults)));
    }
    long missing = findings.stream().filter(Probe.Layer.Finding::isMissing).count();
    return text.append('\n')
        .append(
            missing == 0
                ? "Nothing is missing: everything that docs/reference/guarantees.md promises holds here.\n"
                : "Missing here: %d. See docs/reference/guarantees.md for the promises without them.%n"
                    .formatted(missing))
        .toString();
  }

  private static String json(List<Probe.Layer.Finding> findings) {
    ObjectNode all = Json.object().put("host", host());
    ArrayNode layers = all.putArray("layers");
    for (Probe.Layer.Finding finding : findings) {
      Probe.Layer layer = finding.layer();
      ObjectNode one = layers.addObject().put("layer", layer.word());
      one.put("active", finding.active()).put("extra", layer.extra);
      one.put("means", finding.means());
      layer.faults.forEach(one.putArray("faults")::add);
    }
    return Json.text(all) + "\n";
  }
}
