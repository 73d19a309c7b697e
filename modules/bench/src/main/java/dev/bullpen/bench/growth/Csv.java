package dev.bullpen.bench.growth;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was measured, a point a line (RFC 4180). */
final class Csv {
  private static final String HEAD = "question,series,of,size,cost of,median,least,most,times\n";

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
                point.size(),
                panel.costs(),
                point.cost(),
                point.least(),
                point.most(),
                point.times())
            .map(Object::toString)
            .map(Csv::field)
            .collect(Collectors.joining(","))
        + "\n";
  }

  static String field(String text) {
    return text.matches("[^,\"\r\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
