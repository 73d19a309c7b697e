package dev.bullpen.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class DrawingTests {
  private static final String HOSTILE = "a<b> & \"c\" ]]> 'd'\u0001";

  private static Series series(String name, boolean isReference, double... costs) {
    List<Point> points =
        IntStream.range(0, costs.length)
            .mapToObj(i -> new Point(Math.pow(10, i), costs[i], costs[i], costs[i], 1))
            .toList();
    return new Series(name, isReference, points);
  }

  private static Element draw(Panel... panels) throws Exception {
    String svg = Drawing.of(new Chart("name", HOSTILE, List.of(panels), List.of()));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
    return document.getDocumentElement();
  }

  private static Stream<Element> all(Element root, String tag) {
    NodeList found = root.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
  }

  private static List<String> texts(Element root) {
    return all(root, "text").map(Element::getTextContent).toList();
  }

  @Test
  void whatever_it_is_called_it_is_xml_and_says_so() throws Exception {
    Element root = draw(new Panel(HOSTILE, HOSTILE, List.of(series(HOSTILE, false, 1, 2))));
    String harmless = HOSTILE.replace("\u0001", "");
    assertEquals("svg", root.getTagName());
    assertEquals(
        4,
        texts(root).stream().filter(harmless::equals).count(),
        "the title, both axes and the legend");
    assertEquals(harmless, all(root, "title").findFirst().orElseThrow().getTextContent());
  }

  @Test
  void every_point_is_there_and_within_the_frame() throws Exception {
    Element root =
        draw(
            new Panel(
                "tools", "ms", List.of(series("one", false, 1, 3, 70), series("c", true, 1, 1, 1))),
            new Panel("tools", "MiB", List.of(series("two", false, 5, 5, 5))));
    assertEquals(9, all(root, "circle").count());
    Element frame =
        all(root, "rect")
            .filter(rect -> rect.getAttribute("class").equals("frame"))
            .findFirst()
            .orElseThrow();
    double left = Double.parseDouble(frame.getAttribute("x"));
    double right = left + Double.parseDouble(frame.getAttribute("width"));
    double top = Double.parseDouble(frame.getAttribute("y"));
    double bottom = top + Double.parseDouble(frame.getAttribute("height"));
    all(root, "circle")
        .forEach(
            circle -> {
              double x = Double.parseDouble(circle.getAttribute("cx"));
              double y = Double.parseDouble(circle.getAttribute("cy"));
              assertTrue(left <= x && x <= right, "x " + x);
              assertTrue(top <= y && y <= bottom, "y " + y);
            });
  }

  @Test
  void linear_growth_is_drawn_beside_the_product_and_not_beside_references() throws Exception {
    Element root =
        draw(
            new Panel("tools", "ms", List.of(series("one", false, 1, 2), series("c", true, 1, 1))));
    List<Element> lines =
        all(root, "polyline")
            .filter(line -> line.getAttribute("class").startsWith("linear"))
            .toList();
    assertEquals(1, lines.size());
    // Costs from 1 to 10, sizes from 1 to 10: from one corner to the other.
    assertEquals("70.0,264.0 416.0,24.0", lines.get(0).getAttribute("points"));
  }

  @Test
  void panels_stand_two_in_a_row() throws Exception {
    Panel panel = new Panel("tools", "ms", List.of(series("one", false, 1, 2)));
    Element root = draw(panel, panel, panel);
    assertEquals(
        List.of("translate(0 34)", "translate(430 34)", "translate(0 402)"),
        all(root, "g").map(group -> group.getAttribute("transform")).toList());
    assertEquals("0 0 872 770", root.getAttribute("viewBox"));
  }

  @Test
  void it_is_readable_in_light_and_dark() throws Exception {
    String style =
        all(draw(new Panel("tools", "ms", List.of(series("one", false, 1, 2)))), "style")
            .findFirst()
            .orElseThrow()
            .getTextContent();
    assertTrue(style.contains("@media(prefers-color-scheme:dark)"), style);
    assertFalse(style.contains("&"), style);
  }
}
