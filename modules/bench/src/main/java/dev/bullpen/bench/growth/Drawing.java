package dev.bullpen.bench.growth;

/** A chart as an SVG file: its panels two in a row, readable in light and dark. */
final class Drawing {
  private static final double TITLE = 34;
  private static final double TITLE_BASELINE = 22;
  private static final double MARGIN = 12;

  /** More of them side by side are too small to read in a page of text. */
  private static final int MOST_COLUMNS = 2;

  /** Colours that both grounds leave legible; a series has that of its place in its panel. */
  private static final String STYLE =
      """
      text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}
      .ground{fill:#fff}.grid{stroke:#d1d9e0}.frame{fill:none;stroke:#818b98}
      .line{fill:none;stroke-width:2}.linear{fill:none;stroke-width:1.2;stroke-dasharray:7 5}
      .s0{stroke:#0969da}.s1{stroke:#bc4c00}.s2{stroke:#8250df}.reference{stroke:#6e7781}.any{stroke:#59636e}
      .p0{fill:#0969da}.p1{fill:#bc4c00}.p2{fill:#8250df}.point-reference{fill:#6e7781}
      @media(prefers-color-scheme:dark){
      text{fill:#e6edf3}.ground{fill:#0d1117}.grid{stroke:#30363d}.frame{stroke:#6e7681}
      .s0{stroke:#4493f8}.s1{stroke:#f0883e}.s2{stroke:#ab7df8}.reference{stroke:#9198a1}.any{stroke:#9198a1}
      .p0{fill:#4493f8}.p1{fill:#f0883e}.p2{fill:#ab7df8}.point-reference{fill:#9198a1}
      }
      """;

  private Drawing() {}

  static String of(Chart chart) {
    int columns = Math.min(MOST_COLUMNS, chart.panels().size());
    int rows = (chart.panels().size() + columns - 1) / columns;
    double row = MARGIN + chart.panels().stream().mapToDouble(Plot::height).max().orElse(0);
    double width = columns * Plot.WIDTH + MARGIN;
    double height = TITLE + rows * row;
    Svg svg = new Svg();
    svg.begin(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 %.0f %.0f".formatted(width, height),
        "width",
        width,
        "height",
        height,
        "role",
        "img");
    svg.holding("title", chart.title());
    svg.holding("style", STYLE);
    svg.rectangle("ground", 0, 0, width, height);
    svg.holding("text", chart.title(), "class", "title", "x", MARGIN, "y", TITLE_BASELINE);
    for (int i = 0; i < chart.panels().size(); i++) {
      double left = i % columns * Plot.WIDTH;
      double top = TITLE + i / columns * row;
      svg.begin("g", "transform", "translate(%.0f %.0f)".formatted(left, top));
      new Plot(chart.panels().get(i)).draw(svg);
      svg.end("g");
    }
    return svg.end("svg").toString();
  }
}
