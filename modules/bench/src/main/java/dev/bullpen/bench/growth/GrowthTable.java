package dev.bullpen.bench.growth;

import java.util.List;

/** What came of it, a row for each series of the product. */
final class GrowthTable {
  private static final String HEAD =
      """
      | what grows | what is measured | at | it is | at | it is | times | times per unit | no worse than linear |
      |---|---|---|---|---|---|---|---|---|
      """;

  private GrowthTable() {}

  static String of(String facts, List<Chart> charts) {
    StringBuilder text = new StringBuilder(facts).append("\n\n").append(HEAD);
    for (Chart chart : charts) {
      for (Panel panel : chart.panels()) {
        panel.series().stream()
            .filter(series -> !series.isReference())
            .forEach(series -> text.append(row(panel, series)));
      }
    }
    StringBuilder notes = new StringBuilder();
    charts.forEach(chart -> chart.notes().forEach(note -> notes.append(note).append('\n')));
    return notes.isEmpty() ? text.toString() : text.append('\n').append(notes).toString();
  }

  private static String row(Panel panel, Series series) {
    Verdict verdict = Verdict.of(series.points());
    return "| %s | %s: %s | %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            panel.sizes(),
            series.name(),
            panel.costs(),
            Figures.text(series.first().size()),
            Figures.text(series.first().cost()),
            Figures.text(series.last().size()),
            Figures.text(series.last().cost()),
            Figures.text(verdict.times()),
            Figures.text(verdict.perUnit()),
            verdict.word());
  }
}
