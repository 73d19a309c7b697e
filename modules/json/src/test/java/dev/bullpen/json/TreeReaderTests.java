package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/** Of sizes: what JSON may take of the heap. */
class TreeReaderTests {
  private static final int MANY = 50_000;

  /** What is no tree, or of it; and rounding. */
  private static final double OFF_BY = 1.15;

  /** What a collector says is used besides, one time more and one time less. */
  private static final long HOUSEKEEPING = 2_000_000;

  /** In an array. */
  private static final int EMPTY_OBJECT = 86;

  private static final int MEBIBYTE = 1024 * 1024;

  private static byte[] array(String element, int count) {
    return ("[" + (element + ",").repeat(count - 1) + element + "]")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The least of some: one collection leaves what only the next one finds. */
  private static long used() {
    long least = Long.MAX_VALUE;
    for (int times = 0; times < 5; times++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "[1]",
        "1234",
        "12345678901",
        "123456789012345678901234567890",
        "1.5",
        "1.5e30",
        "\"\"",
        "\"a\"",
        "{\"id\":1,\"v\":2}",
        "{\"id\":12345,\"name\":\"somebody\",\"price\":12.5,\"tags\":[\"a\",\"b\"]}",
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,"
            + "\"k\":11,\"l\":12,\"m\":13,\"n\":14}",
        "[[[[[]]]]]"
      })
  void no_tree_takes_more_than_it_is_counted_for(String element) throws Exception {
    // As many as let a collector's own housekeeping be little beside them.
    int many = Math.max(MANY / 2, MANY * 20 / element.length());
    assertCounted(element, many, array(element, many));
  }

  @Test
  void nor_does_an_object_of_many_names() throws Exception {
    String members =
        IntStream.range(0, MANY)
            .mapToObj(number -> "\"name-%d\":true".formatted(number))
            .collect(Collectors.joining(","));
    assertCounted("name", MANY, ("{" + members + "}").getBytes(StandardCharsets.UTF_8));
  }

  private static void assertCounted(String element, int many, byte[] text) throws Exception {
    TreeReader counting;
    long before = used();
    JsonNode tree;
    try (JsonParser in =
        Json.FACTORY.createParser(
            ObjectReadContext.empty(), new String(text, StandardCharsets.UTF_8))) {
      counting = new TreeReader(in, 0);
      tree = counting.read(in.nextToken());
    }
    long real = used() - before;
    long counted = counting.counted();
    Reference.reachabilityFence(tree);
    System.out.printf("[measured] %s: %d, counted %d%n", element, real / many, counted / many);
    assertTrue(
        real <= counted * OFF_BY + HOUSEKEEPING, "%d are counted as %d".formatted(real, counted));
    assertTrue(
        counted <= 3 * (real + HOUSEKEEPING), "%d are counted as %d".formatted(real, counted));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "1.5", "{\"id\":1,\"v\":2}", "\"a\"", "[[[[[]]]]]"})
  void what_would_take_too_much_is_refused_and_not_what_fits(String element) throws Exception {
    assertTrue(Json.parse(array(element, MANY)).size() == MANY);
    int tooMany = (int) (Runtime.getRuntime().maxMemory() * 2 / 5 / 50);
    byte[] text = array(element, tooMany);
    JsonException refused = assertThrows(JsonException.class, () -> Json.parse(text));
    assertTrue(refused.isBeyondLimit(), refused.getMessage());
  }

  @Test
  void what_the_heap_has_no_room_for_is_refused_though_it_is_small_enough() throws Exception {
    long heap = Runtime.getRuntime().maxMemory();
    int count = (int) (heap / 4 / EMPTY_OBJECT);
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
