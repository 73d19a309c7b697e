package dev.bullpen.bench.growth;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was measured, a point a line (RFC 4180). */
final class Csv {
  private static final String HEAD = "question,series,of,size,cost of,median,least,most,times\n";

  private static final MathContext DIGITS = new MathContext(5);

  private Csv() {}

  static String of(List<Chart> charts) {
    StringBuilder text = new StringBuilder(HEAD);
    for (Chart chart : charts) {
      for (Panel panel : chart.panels()) {
        for (Series series : panel.series()) {
          for (Point point : series.points()) {
            text.append(line(chart, panel, series, point));
          }
        }
      }
    }
    return text.toString();
  }

  private static String line(Chart chart, Panel panel, Series series, Point point) {
    return Stream.of(
                chart.name(),
                series.name(),
                panel.sizes(),
                number(point.size()),
                panel.costs(),
                number(point.cost()),
                number(point.least()),
                number(point.most()),
                Integer.toString(point.times()))
            .map(Csv::field)
            .collect(Collectors.joining(","))
        + "\n";
  }

  /** Without digits that nobody has measured. */
  private static String number(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  static String field(String text) {
    return text.matches("[^,\"\r\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
