package dev.bullpen.bench.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Draws one panel: its axes, its series, and beside each of the product's what linear would be. */
final class Plot {
  // Pixels.
  static final double WIDTH = 430;
  private static final double LEFT = 70;
  private static final double RIGHT = WIDTH - 14;
  private static final double TOP = 24;
  private static final double BOTTOM = TOP + 240;
  private static final double MARK_BASELINE = BOTTOM + 16;
  private static final double SIZES_BASELINE = BOTTOM + 34;
  private static final double LEGEND = BOTTOM + 56;
  private static final double LEGEND_ROW = 18;
  private static final double LEGEND_LINE = 28;
  private static final double GAP = 6;
  private static final double HALF_LETTER = 4;
  private static final double POINT_RADIUS = 3.5;

  /** At least so much of the line of linear growth is seen, however flat the series are. */
  private static final double ROOM_ABOVE = 10;

  private static final String LINEAR = "linear growth from the first point";

  private final Panel panel;
  private final Scale sizes;
  private final Scale costs;

  Plot(Panel panel) {
    this.panel = panel;
    List<Point> all = panel.series().stream().flatMap(one -> one.points().stream()).toList();
    this.sizes = around(all.stream().mapToDouble(Point::size).toArray());
    double[] seen =
        DoubleStream.concat(
                all.stream().mapToDouble(Point::cost),
                panel.series().stream().filter(one -> !one.isReference()).mapToDouble(Plot::room))
            .toArray();
    this.costs = around(seen);
  }

  private static Scale around(double[] values) {
    return Scale.around(
        DoubleStream.of(values).min().orElseThrow(), DoubleStream.of(values).max().orElseThrow());
  }

  private static double room(Series series) {
    double larger = series.last().size() / series.first().size();
    return series.first().cost() * Math.min(larger, ROOM_ABOVE);
  }

  static double height(Panel panel) {
    return LEGEND + LEGEND_ROW * (panel.series().size() + 1);
  }

  void draw(Svg svg) {
    axes(svg);
    for (int i = 0; i < panel.series().size(); i++) {
      Series series = panel.series().get(i);
      if (!series.isReference()) {
        svg.element("polyline", "class", "linear s" + i, "points", linear(series));
      }
      svg.element("polyline", "class", "line " + stroke(i), "points", joined(series.points()));
      for (Point point : series.points()) {
        svg.circle(fill(i), x(point.size()), y(point.cost()), POINT_RADIUS);
      }
      legend(svg, i, "line " + stroke(i), series.name());
    }
    legend(svg, panel.series().size(), "linear any", LINEAR);
  }

  private void axes(Svg svg) {
    for (double mark : sizes.marks()) {
      svg.line("grid", x(mark), TOP, x(mark), BOTTOM);
      text(svg, x(mark), MARK_BASELINE, "middle", Figures.text(mark));
    }
    for (double mark : costs.marks()) {
      svg.line("grid", LEFT, y(mark), RIGHT, y(mark));
      text(svg, LEFT - GAP, y(mark) + HALF_LETTER, "end", Figures.text(mark));
    }
    svg.rectangle("frame", LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    text(svg, LEFT, TOP - GAP, "start", panel.costs());
    text(svg, (LEFT + RIGHT) / 2, SIZES_BASELINE, "middle", panel.sizes());
  }

  private void legend(Svg svg, int row, String style, String words) {
    double y = LEGEND + row * LEGEND_ROW;
    svg.line(style, LEFT, y, LEFT + LEGEND_LINE, y);
    text(svg, LEFT + LEGEND_LINE + GAP, y + HALF_LETTER, "start", words);
  }

  private static void text(Svg svg, double x, double y, String anchor, String words) {
    svg.holding("text", words, "x", x, "y", y, "text-anchor", anchor);
  }

  /** Up to where it leaves the panel, above or at its right. */
  private String linear(Series series) {
    Point first = series.first();
    double times = Math.min(series.last().size() / first.size(), costs.high() / first.cost());
    Point end = new Point(first.size() * times, first.cost() * times, 0, 0, 0);
    return joined(List.of(first, end));
  }

  private String joined(List<Point> points) {
    List<String> places = new ArrayList<>();
    for (Point point : points) {
      places.add(String.format(Locale.ROOT, "%.1f,%.1f", x(point.size()), y(point.cost())));
    }
    return String.join(" ", places);
  }

  private double x(double size) {
    return LEFT + sizes.place(size) * (RIGHT - LEFT);
  }

  private double y(double cost) {
    return BOTTOM - costs.place(cost) * (BOTTOM - TOP);
  }

  private String stroke(int series) {
    return panel.series().get(series).isReference() ? "reference" : "s" + series;
  }

  private String fill(int series) {
    return panel.series().get(series).isReference() ? "point-reference" : "p" + series;
  }
}
