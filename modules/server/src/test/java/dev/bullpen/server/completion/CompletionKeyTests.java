package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.CompletionRef.OfResource;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.server.completion.CompletionCache.CompletionKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of requests with the same key one run answers all, so nothing may be left out of it. */
class CompletionKeyTests {
  private static final int NONE_OF_THEM = -1;

  /** With another value for one of its components. */
  private static CompletionKey key(int differing) {
    return new CompletionKey(
        differing == 0 ? "other" : "hash",
        differing == 1 ? 10 : 100,
        differing == 2 ? 1 : 0,
        differing == 3 ? Optional.of("cursor") : Optional.empty(),
        differing == 4,
        differing == 5 ? 1 : 0,
        differing == 6 ? Optional.of("stamp") : Optional.empty(),
        new CompletionProvider(
            differing == 7 ? "other" : "name",
            "manual:script",
            List.of("/bin/true"),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            ScriptLimits.NONE));
  }

  private static CompletionQuery.Field field(int differing) {
    return new CompletionQuery.Field(
        differing == 0,
        differing == 1 ? new OfResource("name") : new OfPrompt("name"),
        differing == 2 ? "other" : "argument",
        differing == 3 ? Map.of("a", "b") : Map.of());
  }

  @Test
  void requests_for_the_same_have_one_key_and_one_field() {
    assertEquals(key(NONE_OF_THEM), key(NONE_OF_THEM));
    assertEquals(key(NONE_OF_THEM).hashCode(), key(NONE_OF_THEM).hashCode());
    assertEquals(8, CompletionKey.class.getRecordComponents().length);
    assertEquals(field(NONE_OF_THEM), field(NONE_OF_THEM));
    assertEquals(field(NONE_OF_THEM).hashCode(), field(NONE_OF_THEM).hashCode());
    assertEquals(4, CompletionQuery.Field.class.getRecordComponents().length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void anything_that_is_not_the_same_makes_another_key(int component) {
    assertNotEquals(key(NONE_OF_THEM), key(component));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void anything_that_is_not_the_same_makes_another_field(int component) {
    assertNotEquals(field(NONE_OF_THEM), field(component));
  }

  @Test
  void other_names_are_other_things() {
    assertEquals(new OfPrompt("a"), new OfPrompt("a"));
    assertNotEquals(new OfPrompt("a"), new OfPrompt("b"));
    assertEquals(new OfResource("a"), new OfResource("a"));
    assertNotEquals(new OfResource("a"), new OfResource("b"));
  }
}
