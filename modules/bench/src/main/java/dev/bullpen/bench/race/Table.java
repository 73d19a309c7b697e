package dev.bullpen.bench.race;

import dev.bullpen.bench.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The medians of all heats, as a table in a document, between two lines that stay there. */
final class Table {
  private static final String HEAD =
      """
      | server | start to greeting, ms | start to first completion, ms | completion, × limit | p99, × limit's p99 | tool call, × limit | four in flight, share of limit | processor time, × limit | idle, MiB |
      |---|---|---|---|---|---|---|---|---|
      """;

  private final Map<Contender, List<Heat>> heats;

  Table(Map<Contender, List<Heat>> heats) {
    this.heats = heats;
  }

  String text(String facts) {
    StringBuilder text = new StringBuilder(facts).append("\n\n").append(HEAD);
    heats.forEach(
        (contender, all) ->
            text.append(
                "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
                    .formatted(
                        contender.name(),
                        median(all, Heat::greeted, "%.0f"),
                        median(all, Heat::answered, "%.0f"),
                        median(all, Heat::completion, "%.2f"),
                        median(all, Heat::completionTail, "%.2f"),
                        median(all, Heat::call, "%.2f"),
                        median(all, Heat::together, "%.2f"),
                        median(all, Heat::cpu, "%.2f"),
                        median(all, Heat::idle, "%.0f"))));
    return text.toString();
  }

  private static String median(List<Heat> heats, ToDoubleFunction<Heat> figure, String format) {
    double[] sorted = heats.stream().mapToDouble(figure).sorted().toArray();
    double middle = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    return String.format(Locale.ROOT, format, middle);
  }

  /** Replace what is between the lines. */
  static void write(Path document, String text) throws IOException {
    Section.replace(document, "race", text);
  }
}
