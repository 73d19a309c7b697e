package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheHintTests {
  private static final CacheHint FALLBACK = new CacheHint(9, CacheHint.Scope.PUBLIC);

  private static final String TTL =
      "cache.ttlMs is ignored: it must be a whole number of milliseconds from 0 to"
          + " 9007199254740991.";

  private final List<String> problems = new ArrayList<>();

  @ParameterizedTest
  @DisplayName("CH-07: a project may say how long and for whom, or leave either out")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'ttlMs':60000,'scope':'private'}|60000|PRIVATE",
        "{'ttlMs':0,'scope':'public'}|0|PUBLIC",
        "{'ttlMs':9007199254740990}|9007199254740990|PUBLIC",
        "{'ttlMs':9007199254740991}|9007199254740991|PUBLIC",
        "{'scope':'private','more':1}|9|PRIVATE",
        "{}|9|PUBLIC"
      })
  void a_project_may_say_how_long_and_for_whom(String cache, long ttlMs, CacheHint.Scope scope) {
    assertEquals(new CacheHint(ttlMs, scope), CacheHint.of(object(cache), FALLBACK, problems));
    assertEquals(List.of(), problems);
  }

  @Test
  void a_project_that_says_nothing_is_no_problem() {
    assertEquals(FALLBACK, CacheHint.of(NOTHING, FALLBACK, problems));
    assertEquals(List.of(), problems);
  }

  @ParameterizedTest
  @DisplayName("CH-02: a time to live that no client accepts is ignored with a warning")
  @ValueSource(
      strings = {
        "-1",
        "1.5",
        "1.0",
        "'60000'",
        "null",
        "true",
        "[]",
        "9007199254740992",
        "99999999999999999999"
      })
  void a_wrong_time_to_live_is_ignored(String ttlMs) {
    assertEquals(
        new CacheHint(9, CacheHint.Scope.PRIVATE),
        CacheHint.of(object("{'ttlMs':" + ttlMs + ",'scope':'private'}"), FALLBACK, problems));
    assertEquals(List.of(TTL), problems);
  }

  @ParameterizedTest
  @DisplayName("CH-03: there are two scopes")
  @ValueSource(strings = {"'PUBLIC'", "'shared'", "''", "null", "5", "{}"})
  void a_wrong_scope_is_ignored(String scope) {
    assertEquals(
        new CacheHint(1, CacheHint.Scope.PUBLIC),
        CacheHint.of(object("{'ttlMs':1,'scope':" + scope + "}"), FALLBACK, problems));
    assertEquals(
        List.of("cache.scope is ignored: it must be \"private\" or \"public\"."), problems);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "'private'", "[]"})
  void what_is_no_object_is_ignored(String cache) {
    assertEquals(FALLBACK, CacheHint.of(tree(cache), FALLBACK, problems));
    assertEquals(
        List.of("cache is ignored: it must be an object, {\"ttlMs\": 0, \"scope\": \"private\"}."),
        problems);
  }

  @Test
  @DisplayName("CH-03, CH-06: a read is for its caller alone, and stale at once")
  void a_read_is_for_its_caller_alone() {
    var result = Json.object();
    CacheHint.READ.addTo(result);
    assertEquals("{'ttlMs':0,'cacheScope':'private'}", text(result));
  }
}
