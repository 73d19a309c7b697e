package dev.bullpen.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FuzzTests {
  @Test
  void a_failure_names_the_seed_of_its_round_alone() {
    long third = new Random(12).nextLong();
    AssertionError e =
        assertThrows(
            AssertionError.class,
            () ->
                Fuzz.rounds(
                    "something",
                    10,
                    100,
                    chance -> {
                      if (chance.nextLong() == third) {
                        throw new IllegalStateException("found");
                      }
                    }));
    assertTrue(e.getMessage().contains("something: java.lang.IllegalStateException: found"));
    assertTrue(e.getMessage().endsWith("-Dbullpen.fuzz.seed=12 -Dbullpen.fuzz.rounds=1"));
  }

  @Test
  void a_round_that_takes_too_much_memory_fails() {
    List<Integer> sizes = new ArrayList<>();
    AssertionError e =
        assertThrows(
            AssertionError.class,
            () -> Fuzz.rounds("greed", 1, 10, chance -> sizes.add(new byte[100 << 20].length)));
    assertTrue(e.getMessage().contains("allocated"), e.getMessage());
  }

  @Test
  void the_same_seed_makes_the_same_document() {
    String document = "{\"name\": \"x\", \"list\": [1, {\"a\": null}, \"\\\"\"]}";
    JsonGrammar grammar = JsonGrammar.of(List.of(document));
    Set<String> made = new TreeSet<>();
    for (int seed = 0; seed < 500; seed++) {
      String changed = grammar.changed(document, new Random(seed));
      assertEquals(changed, grammar.changed(document, new Random(seed)));
      made.add(changed);
    }
    assertTrue(made.size() > 400, made.size() + " different ones");
  }

  @Test
  void every_value_and_every_member_of_a_document_is_found() {
    String document = "{ \"a\" : [1, {\"b\\\"\":null}] }";
    Set<String> found =
        JsonSpans.of(document).stream().map(span -> span.of(document)).collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "1",
            "null",
            "\"b\\\"\":null",
            "{\"b\\\"\":null}",
            "[1, {\"b\\\"\":null}]",
            "\"a\" : [1, {\"b\\\"\":null}]",
            document),
        found);
  }

  @Test
  void bytes_are_damaged_and_the_good_ones_stay_as_they_are() {
    byte[] good = "good".getBytes();
    Set<Integer> lengths = new TreeSet<>();
    for (int seed = 0; seed < 500; seed++) {
      lengths.add(Bytes.damaged(good, new Random(seed)).length);
    }
    assertEquals("good", new String(good));
    assertFalse(lengths.size() < 5, lengths.toString());
  }
}
