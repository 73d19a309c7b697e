package dev.bullpen.bench.growth;

import java.util.Locale;

/** XML of a drawing, an element a line. Whatever is put into it is text. */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  /**
   * An element without content.
   *
   * @param attributes name, value, name, value …
   */
  Svg element(String name, Object... attributes) {
    tag(name, attributes);
    text.append("/>\n");
    return this;
  }

  /** An element that holds text. */
  Svg holding(String name, String content, Object... attributes) {
    tag(name, attributes);
    text.append('>').append(escape(content)).append("</").append(name).append(">\n");
    return this;
  }

  /** An element that holds what follows until its {@link #end}. */
  Svg begin(String name, Object... attributes) {
    tag(name, attributes);
    text.append(">\n");
    return this;
  }

  Svg end(String name) {
    text.append("</").append(name).append(">\n");
    return this;
  }

  Svg line(String style, double x1, double y1, double x2, double y2) {
    return element("line", "class", style, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  Svg rectangle(String style, double x, double y, double width, double height) {
    return element("rect", "class", style, "x", x, "y", y, "width", width, "height", height);
  }

  Svg circle(String style, double x, double y, double radius) {
    return element("circle", "class", style, "cx", x, "cy", y, "r", radius);
  }

  private void tag(String name, Object... attributes) {
    text.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]);
      text.append("=\"").append(escape(value(attributes[i + 1]))).append('"');
    }
  }

  /** A tenth of a pixel is finer than anybody sees. */
  private static String value(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.1f", number)
        : value.toString();
  }

  /** Also without the characters that XML 1.0 cannot hold. */
  static String escape(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
