package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.completion.CompletionCache.CompletionKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCacheTests {
  private final CompletionCache cache = new CompletionCache(() -> 0);

  private CompletionKey key(int number) {
    return new CompletionKey(
        Principal.LOCAL,
        "hash-" + number,
        5,
        0,
        Optional.empty(),
        false,
        cache.epoch(),
        Optional.of("stamp"),
        new CompletionProvider(
            "p",
            "manual:p.sh",
            List.of("/p.sh"),
            Optional.empty(),
            Map.of(),
            Optional.of(Duration.ofSeconds(1)),
            ScriptLimits.NONE));
  }

  private boolean has(int number) {
    return cache.find(key(number)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void so_many_entries_are_kept_and_then_the_one_asked_for_longest_ago_goes(int over) {
    for (int i = 0; i < CompletionCache.MOST_ENTRIES + over; i++) {
      cache.keep(key(i), new byte[0]);
      assertTrue(has(0) || over > 0);
    }
    assertTrue(has(0), "it was asked for all the time");
    assertEquals(over <= 0, has(1));
    assertTrue(has(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void so_many_bytes_are_kept(int over) {
    int outputs = CompletionCache.MOST_BYTES / CompletionCache.LARGEST_BYTES;
    for (int i = 1; i < outputs; i++) {
      cache.keep(key(i), new byte[CompletionCache.LARGEST_BYTES]);
    }
    cache.keep(key(outputs), new byte[CompletionCache.LARGEST_BYTES - 1]);
    cache.keep(key(0), new byte[1 + over]);
    assertTrue(has(0));
    assertEquals(over <= 0, has(1));
    assertTrue(has(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void an_output_that_is_too_large_is_not_kept(int over) {
    cache.keep(key(1), new byte[1]);
    cache.keep(key(0), new byte[CompletionCache.LARGEST_BYTES + over]);
    assertEquals(over <= 0, has(0));
    assertTrue(has(1));
  }

  @Test
  void what_is_kept_again_counts_once() {
    int outputs = CompletionCache.MOST_BYTES / CompletionCache.LARGEST_BYTES;
    for (int i = 0; i < 3 * outputs; i++) {
      cache.keep(key(i % outputs), new byte[CompletionCache.LARGEST_BYTES]);
    }
    for (int i = 0; i < outputs; i++) {
      assertTrue(has(i), "output " + i);
    }
  }

  @Test
  void after_a_change_nothing_is_kept_that_began_before() {
    CompletionKey before = key(0);
    cache.keep(before, new byte[1]);
    cache.clear();
    assertEquals(Optional.empty(), cache.find(before));
    cache.keep(before, new byte[1]);
    assertEquals(Optional.empty(), cache.find(before));
    cache.keep(key(0), new byte[1]);
    assertTrue(has(0));
  }
}
