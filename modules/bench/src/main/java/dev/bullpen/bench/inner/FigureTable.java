package dev.bullpen.bench.inner;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Figures, one a row: a piece's of several JDKs stand together. */
final class FigureTable {
  private static final String HEAD =
      """
      | piece | JDK | µs | bytes allocated |
      |---|---|---|---|
      """;

  /** From here on figures have no fractions. */
  private static final double LARGE = 100;

  private FigureTable() {}

  /**
   * @param facts on what they were measured
   */
  static String text(String facts, List<Figure> figures) {
    StringBuilder text = new StringBuilder(facts).append("\n\n").append(HEAD);
    figures.stream()
        .sorted(Comparator.comparing(Figure::piece).thenComparing(Figure::jdk))
        .forEach(figure -> text.append(row(figure)));
    return text.toString();
  }

  private static String row(Figure figure) {
    String format = digits(figure.micros());
    String error =
        Double.isNaN(figure.error())
            ? ""
            : " ± " + String.format(Locale.ROOT, format, figure.error());
    return "| %s | %s | %s%s | %s |%n"
        .formatted(
            figure.piece(),
            figure.jdk(),
            String.format(Locale.ROOT, format, figure.micros()),
            error,
            String.format(Locale.ROOT, "%.0f", figure.bytes()));
  }

  /** Three that count, more or less: others would be noise. */
  private static String digits(double figure) {
    if (figure >= LARGE) {
      return "%.0f";
    }
    return figure >= 1 ? "%.1f" : "%.3f";
  }
}
