package dev.bullpen.schema;

import static dev.bullpen.schema.Given.json;
import static dev.bullpen.schema.Given.message;
import static dev.bullpen.schema.Given.refusal;
import static dev.bullpen.schema.Given.schema;
import static dev.bullpen.schema.Given.violations;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class BoundTests {
  private static String nested(String keyword, int depth) {
    return "{'%s': ".formatted(keyword).repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {Survey.MAX_DEPTH - 1, Survey.MAX_DEPTH})
  void schemas_may_be_nested_to_the_bound(int depth) {
    assertDoesNotThrow(() -> schema(nested("items", depth)));
    assertDoesNotThrow(() -> schema(nested("not", depth)));
  }

  @Test
  void a_thread_as_small_as_those_of_the_product_can_take_that() throws Exception {
    // The stack that bin/launcher gives every thread of the supervisor.
    FutureTask<Schema> deep = new FutureTask<>(() -> schema(nested("not", Survey.MAX_DEPTH)));
    Thread thread = new Thread(null, deep, "small stack", 512 * 1024);
    thread.start();
    assertDoesNotThrow(() -> deep.get(30, TimeUnit.SECONDS).check(json("1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"items", "not", "additionalProperties", "if"})
  void schemas_may_not_be_nested_beyond_it(String keyword) {
    assertTrue(
        refusal(nested(keyword, Survey.MAX_DEPTH + 1)).contains("more than 64 subschemas deep"));
  }

  private static String wide(int subschemas) {
    return IntStream.range(1, subschemas)
        .mapToObj(i -> "'m" + i + "': {}")
        .collect(Collectors.joining(",", "{'properties': {", "}}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {Survey.MAX_SUBSCHEMAS - 1, Survey.MAX_SUBSCHEMAS})
  void a_schema_may_hold_subschemas_to_the_bound(int count) {
    assertDoesNotThrow(() -> schema(wide(count)));
  }

  @Test
  void a_schema_may_not_hold_one_more() {
    assertEquals(
        "the schema holds more than 10000 subschemas", refusal(wide(Survey.MAX_SUBSCHEMAS + 1)));
  }

  @ParameterizedTest
  @CsvSource({"19, 19, -", "20, 20, -", "21, 21, one more violation", "23, 21, 3 more violations"})
  void twenty_violations_are_listed_and_the_rest_counted(int wrong, int listed, String last) {
    String value = "[" + "1,".repeat(wrong - 1) + "1]";
    for (String schema :
        List.of("{'items': {'type': 'null'}}", "{'items': {'type': 'null'}, 'not': false}")) {
      List<Violation> violations = violations(schema, value);
      assertEquals(listed, violations.size());
      if (!last.equals("-")) {
        assertEquals(new Violation("", last), violations.get(listed - 1));
      }
    }
  }

  @Test
  void the_clock_is_read_after_so_many_steps_and_no_sooner() {
    AtomicLong readings = new AtomicLong();
    Deadline deadline =
        new Deadline(Deadline.LIMIT, 0) {
          @Override
          long nanoTime() {
            return readings.incrementAndGet();
          }
        };
    for (int i = 1; i < Deadline.STEPS_PER_READING; i++) {
      deadline.step();
    }
    assertEquals(0, readings.get());
    deadline.step();
    assertEquals(1, readings.get());
  }

  private static Deadline deadline(AtomicLong now) {
    return new Deadline(Deadline.LIMIT, now.get()) {
      @Override
      long nanoTime() {
        return now.get();
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void a_check_may_take_as_long_as_the_limit(long beyond, boolean ends) {
    AtomicLong now = new AtomicLong(77);
    Deadline deadline = deadline(now);
    long half = Deadline.STALL.dividedBy(2).toNanos();
    long readings = Deadline.LIMIT.toNanos() / half;
    for (int i = 1; i < readings; i++) {
      assertFalse(isOverAfter(half, now, deadline));
    }
    assertEquals(ends, isOverAfter(half + beyond, now, deadline));
  }

  @Test
  void a_machine_that_is_halted_for_an_hour_does_not_make_a_check_late() {
    AtomicLong now = new AtomicLong(77);
    Deadline deadline = deadline(now);
    long hour = Duration.ofHours(1).toNanos();
    for (long i = 0; i < Deadline.LIMIT.dividedBy(Deadline.STALL); i++) {
      assertFalse(isOverAfter(hour, now, deadline), "so many at most");
    }
    assertTrue(isOverAfter(hour, now, deadline), "but it ends");
  }

  /** Whether the reading at that time is the last. */
  private static boolean isOverAfter(long nanos, AtomicLong now, Deadline deadline) {
    now.addAndGet(nanos);
    try {
      for (int i = 0; i < Deadline.STEPS_PER_READING; i++) {
        deadline.step();
      }
      return false;
    } catch (Deadline.GivenUp e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'pattern': '^((a+)+)+$'}",
        "{'pattern': '^(a+)+\\\\1z$'}",
        "{'not': {'pattern': '^((a+)+)+$'}}",
        "{'anyOf': [{'pattern': '^((a+)+)+$'}, {'pattern': '^(([a-z]+)*)*$'}]}",
      })
  void a_hostile_pattern_is_given_up_at_the_limit(String text) {
    Schema schema = schema(text);
    long start = System.nanoTime();
    SchemaException end =
        assertThrows(SchemaException.class, () -> schema.check(json("'" + "a".repeat(60) + "!'")));
    long took = System.nanoTime() - start;
    assertEquals("the check was given up: the check took longer than 1 s", end.getMessage());
    assertTrue(took < Duration.ofSeconds(5).toNanos(), took / 1_000_000 + " ms");
  }

  @Test
  void a_hostile_pattern_for_names_is_given_up_too() {
    Schema schema = schema("{'patternProperties': {'^((a+)+)+$': {}}}");
    assertThrows(SchemaException.class, () -> schema.check(json("{'" + "a".repeat(60) + "!': 1}")));
  }

  @Test
  void a_schema_that_branches_without_end_is_given_up_at_the_limit() {
    // Each level is checked twice: 2^60 steps.
    StringBuilder defs = new StringBuilder("'d0': {'type': 'null'}");
    for (int i = 1; i <= 60; i++) {
      defs.append(
          ",'d%d': {'allOf': [{'$ref': '#/$defs/d%d'}, {'$ref': '#/$defs/d%d'}]}"
              .formatted(i, i - 1, i - 1));
    }
    Schema branching = schema("{'$ref': '#/$defs/d60', '$defs': {" + defs + "}}");
    assertThrows(SchemaException.class, () -> branching.check(json("null")));
  }

  @Test
  void a_text_too_long_for_a_pattern_ends_the_check_not_the_thread() {
    Schema schema = schema("{'pattern': '^(a|b)*$'}");
    SchemaException end =
        assertThrows(
            SchemaException.class, () -> schema.check(json("'" + "ab".repeat(500_000) + "'")));
    assertTrue(end.getMessage().contains("a text of 1000000 characters"), end.getMessage());
  }

  /** "Aa" and "BB" have the same hash, and so has every string made of as many of them. */
  private static String sameHash(int bits) {
    return IntStream.range(0, 1 << bits)
        .mapToObj(i -> Integer.toBinaryString(1 << bits | i).substring(1))
        .map(each -> "'" + each.replace("0", "Aa").replace("1", "BB") + "'")
        .collect(Collectors.joining(",", "[", "]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'uniqueItems': true}", "{'items': {'enum': ['AaAa', 'BBBB']}, 'not': {}}"})
  void strings_made_to_have_the_same_hash_take_no_longer(String text) {
    Schema schema = schema(text);
    JsonNode value = json(sameHash(14));
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertDoesNotThrow(() -> schema.check(value)));
  }

  @Test
  void a_thread_is_free_again_after_a_check_was_given_up() throws Exception {
    Schema hostile = schema("{'pattern': '^((a+)+)+$'}");
    assertThrows(SchemaException.class, () -> hostile.check(json("'" + "a".repeat(60) + "!'")));
    assertEquals(0, hostile.check(json("'aaa'")).size());
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 100})
  void a_value_is_repeated_up_to_a_hundred_characters(int length) {
    String text = "x".repeat(length);
    assertEquals(
        "the value must be one of \"a\", but is \"" + text + "\"",
        message("{'enum': ['a']}", "'" + text + "'"));
  }

  @Test
  void a_longer_one_is_cut() {
    assertEquals(
        "the value must be one of \"a\", but is \"" + "x".repeat(99) + "…\"",
        message("{'enum': ['a']}", "'" + "x".repeat(101) + "'"));
  }

  @Test
  void huge_numbers_are_compared_not_written_out() throws Exception {
    Schema schema =
        schema("{'type': 'integer', 'minimum': 0, 'maximum': 9, 'not': {'multipleOf': 7}}");
    assertEquals(1, schema.check(json("1e999999999")).size());
    assertEquals(2, schema.check(json("-1e-999999999")).size());
    assertEquals(1, schema.check(json("-1e999999999")).size());
  }
}
