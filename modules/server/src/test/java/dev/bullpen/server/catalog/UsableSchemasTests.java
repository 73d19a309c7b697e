package dev.bullpen.server.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class UsableSchemasTests {
  private static final String INPUT = "'inputSchema':{'type':'object'}";

  private static ObjectNode tool(String name, String output) throws JsonException {
    String text = "{'name':'%s',%s,'outputSchema':%s}".formatted(name, INPUT, output);
    return (ObjectNode) Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  /** Which of the tools keep their output schemas. */
  private static String published(List<ObjectNode> tools, int from, int to) {
    return String.join(
        " ",
        UsableSchemas.page(tools, from, to).stream()
            .filter(tool -> tool.has("outputSchema"))
            .map(tool -> tool.path("name").stringValue())
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // The whole, nested, relative ones; the same text or another.
        "{'$id':'https://e.org/a'} | {'$id':'https://e.org/a'} | a",
        "{'$id':'https://e.org/a'} | {'$id':'https://e.org/a','type':'object'} | a",
        "{'$id':'https://e.org/a'} | {'$id':'https://e.org/a#'} | a",
        "{'$id':'https://e.org/a'} | {'$defs':{'x':{'$id':'https://e.org/a'}}} | a",
        "{'$defs':{'x':{'$id':'b'}}} | {'$defs':{'y':{'$id':'b'}}} | a",
        "{'$defs':{'x':{'$id':'b'}}} | {'$id':'b'} | a",
        "{'$id':'https://e.org/a','items':{'$id':'b'}} | {'$id':'https://e.org/b'} | a",
        "{'x-note':{'$id':'b'}} | {'$id':'b'} | a",
        // Nothing is repeated.
        "{'$id':'https://e.org/a'} | {'$id':'https://e.org/b'} | a b",
        "{'$anchor':'n'} | {'$anchor':'n'} | a b",
        "{'$defs':{'n':{'$dynamicAnchor':'n'}}} | {'$defs':{'n':{'$dynamicAnchor':'n'}}} | a b",
        "{'properties':{'$id':{'type':'string'}}} | {'properties':{'$id':{'type':'string'}}} | a b",
        "{'const':{'$id':'a'}} | {'default':{'$id':'a'}} | a b",
        "{'$id':'https://e.org/a','items':{'$id':'i'}} | {'$id':'https://f.org/a','items':{'$id':'i'}} | a b",
        "{} | {} | a b",
        // What is not published takes no name.
        "{'$id':'https://e.org/a','type':'int'} | {'$id':'https://e.org/a'} | b",
        "{'$id':'https://e.org/a','pattern':'(?i)a'} | {'$id':'https://e.org/a'} | b"
      })
  void the_first_tool_of_the_list_keeps_an_id(String one, String other, String published)
      throws JsonException {
    List<ObjectNode> tools = List.of(tool("a", one), tool("b", other));
    assertEquals(published, published(tools, 0, 2));
  }

  @Test
  void what_a_page_shows_follows_from_the_list_alone() throws JsonException {
    List<ObjectNode> tools = new ArrayList<>();
    for (String id : List.of("x", "y", "x", "z", "y", "z", "w")) {
      tools.add(tool("t" + tools.size(), "{'$id':'https://e.org/%s'}".formatted(id)));
    }
    String whole = published(tools, 0, tools.size());
    assertEquals("t0 t1 t3 t6", whole);
    for (int size = 1; size <= tools.size(); size++) {
      List<String> pages = new ArrayList<>();
      for (int from = 0; from < tools.size(); from += size) {
        int to = Math.min(from + size, tools.size());
        pages.add(published(tools, from, to));
        assertEquals(published(tools, from, to), published(tools.subList(0, to), from, to));
      }
      pages.removeIf(String::isEmpty);
      assertEquals(whole, String.join(" ", pages), "pages of " + size);
    }
  }

  @Test
  void a_tool_without_its_output_schema_keeps_everything_else() throws JsonException {
    ObjectNode first = tool("a", "{'$id':'i'}");
    ObjectNode second = tool("b", "{'$id':'i'}");
    List<ObjectNode> page = UsableSchemas.page(List.of(first, second), 0, 2);
    assertSame(first, page.get(0));
    assertEquals(
        "{'name':'b','inputSchema':{'type':'object'}}", Json.text(page.get(1)).replace('"', '\''));
    assertEquals("{\"$id\":\"i\"}", Json.text(second.path("outputSchema")), "not changed");
  }
}
