package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What JSON may take of the heap. */
@Tag("slow")
class TreeReaderTests {
  private static final int MEBIBYTE = 1024 * 1024;

  private static byte[] array(String element, int count) {
    return ("[" + (element + ",").repeat(count - 1) + element + "]")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The heap of this test is 256 MiB, as a server's is. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"a\":{}}", "[[0]]", "123456789012345678901234567890", "1.5e30"})
  void the_largest_tree_fits_into_two_thirds_of_the_heap(String element) throws Exception {
    long containers = element.chars().filter(c -> c == '{' || c == '[').count();
    int nodes = (int) Math.max(1, containers) + (element.contains("0]") ? 1 : 0);
    byte[] text = array(element, TreeReader.MOST_NODES / nodes - 1);
    long before = used();
    JsonNode tree = Json.parse(text);
    long taken = used() - before;
    Reference.reachabilityFence(tree);
    assertTrue(taken <= Runtime.getRuntime().maxMemory() / 3 * 2, taken + " bytes");
  }

  @Test
  void so_does_the_largest_object() throws Exception {
    StringBuilder members = new StringBuilder("{");
    for (int i = 1; i < TreeReader.MOST_NODES; i++) {
      members.append("\"name-").append(i).append("\":true,");
    }
    members.setCharAt(members.length() - 1, '}');
    byte[] text = members.toString().getBytes(StandardCharsets.UTF_8);
    members.setLength(0);
    members.trimToSize();
    long before = used();
    JsonNode tree = Json.parse(text);
    long taken = used() - before;
    assertEquals(TreeReader.MOST_NODES - 1, tree.size());
    assertTrue(taken <= Runtime.getRuntime().maxMemory() / 3 * 2, taken + " bytes");
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void nodes_are_counted_up_to_the_limit() throws Exception {
    int elements = TreeReader.MOST_NODES - 1; // and the array
    assertEquals(elements - 1, Json.parse(array("0", elements - 1)).size());
    assertEquals(elements, Json.parse(array("0", elements)).size());
    JsonException refused =
        assertThrows(JsonException.class, () -> Json.parse(array("0", elements + 1)));
    assertTrue(refused.isBeyondLimit(), refused.getMessage());
  }

  @Test
  void what_the_heap_has_no_room_for_is_refused_though_it_is_small_enough() throws Exception {
    long heap = Runtime.getRuntime().maxMemory();
    int count = TreeReader.MOST_NODES - 1;
    byte[] text = array("{}", count);
    assertEquals(count, Json.parse(text).size(), "the control shows nothing: it is too large");
    List<byte[]> used = new ArrayList<>();
    while (HeapRoom.has(heap / 8)) {
      used.add(new byte[MEBIBYTE]);
    }
    JsonException refused = assertThrows(JsonException.class, () -> Json.parse(text));
    assertTrue(refused.isBeyondLimit(), refused.getMessage());
    Reference.reachabilityFence(used);
  }

  @Test
  void one_long_text_is_not_a_tree() throws Exception {
    String text = "x".repeat(16 * 1024 * 1024);
    assertEquals(
        text.length(),
        Json.parse(("\"" + text + "\"").getBytes(StandardCharsets.UTF_8)).stringValue().length());
  }

  @Test
  void of_what_is_too_much_the_outermost_members_are_known() {
    byte[] text =
        ("{\"id\":\"a\",\"params\":"
                + new String(array("{}", 4_000_000), StandardCharsets.UTF_8)
                + ",\"method\":\"m\"}")
            .getBytes(StandardCharsets.UTF_8);
    assertThrows(JsonException.class, () -> Json.parse(text));
    JsonSketch sketch = JsonSketch.of(text).orElseThrow();
    assertEquals("a", sketch.members().path("id").stringValue());
    assertEquals("m", sketch.members().path("method").stringValue());
  }
}
