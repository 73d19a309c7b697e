package dev.bullpen.launcher.guarantees;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Options;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says which of the layers that end processes work on this host, having tried each. */
public final class GuaranteesCommand implements Command {
  private static final String JSON = "--json";

  private final Supplier<Findings> probe;

  public GuaranteesCommand() {
    this(Probe::find);
  }

  /**
   * @param probe finds what works
   */
  GuaranteesCommand(Supplier<Findings> probe) {
    this.probe = probe;
  }

  @Override
  public String name() {
    return "guarantees";
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.addOption(Options.flag(JSON, "print one JSON object instead of a table"));
    spec.usageMessage()
        .header("Say which of the layers that end processes work on this host.", "")
        .description(
            "Each is tried on processes of its own, of which none is left. What is promised where is"
                + " in docs/guarantees.md; the faults are listed in docs/faults.md.",
            "")
        .exitCodeList(
            Options.exitCodes(
                "everything that is promised of Linux holds here",
                "a layer does not work, as printed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) {
    Findings findings = probe.get();
    console.out().print(words.hasMatchedOption(JSON) ? json(findings) : table(findings));
    return findings.missing().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static String host() {
    return "%s %s, Java %s"
        .formatted(
            System.getProperty("os.name"), System.getProperty("os.version"), Runtime.version());
  }

  private static String table(Findings findings) {
    StringBuilder text = new StringBuilder("What ends processes here (" + host() + "):\n\n");
    for (Layer layer : Layer.values()) {
      text.append(
          "  %-3s  %-10s  %s (%s)%n"
              .formatted(
                  findings.isActive(layer) ? "yes" : "no",
                  layer.word(),
                  findings.means(layer),
                  String.join(", ", layer.faults())));
    }
    int missing = findings.missing().size();
    text.append('\n')
        .append(
            missing == 0
                ? "Nothing is missing: everything that docs/guarantees.md promises holds here.\n"
                : "Missing here: %d. docs/guarantees.md says what is promised without.%n"
                    .formatted(missing));
    return text.toString();
  }

  private static String json(Findings findings) {
    ArrayNode layers = Json.array();
    for (Layer layer : Layer.values()) {
      ObjectNode one = Json.object().put("layer", layer.word());
      one.put("active", findings.isActive(layer)).put("extra", layer.isExtra());
      one.put("means", findings.means(layer));
      ArrayNode faults = one.putArray("faults");
      layer.faults().forEach(faults::add);
      layers.add(one);
    }
    ObjectNode all = Json.object().put("host", host());
    all.set("layers", layers);
    return Json.text(all) + "\n";
  }
}
