package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class HostTurnsTests {
  private static final String SILENT = "silent.example:443";
  private static final String FILES = "files.example:443";

  private final HostTurns turns = new HostTurns(3, 2, 4);
  private final List<String> begun = new ArrayList<>();
  private final Map<String, HostTurns.Turn> added = new HashMap<>();

  private void add(String host, String... reads) {
    for (String read : reads) {
      added.put(read, turns.add(host, turn -> begun.add(read)));
    }
  }

  @Test
  void a_silent_host_holds_up_only_its_own() {
    add(SILENT, "a", "b", "c");
    add(FILES, "d");
    assertEquals(List.of("a", "b", "d"), begun);
    added.get("a").end();
    assertEquals(List.of("a", "b", "d", "c"), begun);
  }

  @Test
  void no_more_run_than_may_in_all() {
    add(SILENT, "a", "b");
    add(FILES, "c", "d");
    add("other.example:443", "e");
    assertEquals(List.of("a", "b", "c"), begun);
    added.get("b").end();
    assertEquals(List.of("a", "b", "c", "d"), begun);
    added.get("c").end();
    assertEquals(List.of("a", "b", "c", "d", "e"), begun);
  }

  @Test
  void what_is_given_up_while_it_waits_never_begins() {
    add(SILENT, "a", "b", "c", "d");
    added.get("c").end();
    added.get("a").end();
    assertEquals(List.of("a", "b", "d"), begun);
  }

  @Test
  void a_turn_that_ends_twice_makes_room_once() {
    add(SILENT, "a", "b", "c", "d");
    added.get("a").end();
    added.get("a").end();
    assertEquals(List.of("a", "b", "c"), begun);
  }

  @Test
  void no_more_wait_than_may() {
    add(SILENT, "a", "b", "c", "d", "e", "f");
    assertThrows(RejectedExecutionException.class, () -> add(SILENT, "g"));
    add(FILES, "h");
    assertEquals(List.of("a", "b", "h"), begun);
    added.get("c").end();
    add(SILENT, "i");
  }

  @Test
  void a_read_that_cannot_begin_costs_the_next_nothing() {
    HostTurns.Turn first = turns.add(SILENT, turn -> begun.add("first"));
    for (int i = 0; i < 4; i++) {
      turns.add(
          FILES,
          turn -> {
            throw new IllegalStateException("as tests do");
          });
      turns.add(
          FILES,
          turn -> {
            throw new NoClassDefFoundError("as tests do");
          });
    }
    add(FILES, "a", "b");
    assertEquals(List.of("first", "a", "b"), begun);
    first.end();
  }

  @Test
  void a_long_queue_of_reads_that_end_at_once_needs_no_deep_stack() {
    HostTurns one = new HostTurns(1, 1, 10_000);
    HostTurns.Turn first = one.add(SILENT, turn -> {});
    for (int i = 0; i < 10_000; i++) {
      one.add(
          SILENT,
          turn -> {
            begun.add("");
            turn.end();
          });
    }
    first.end();
    assertEquals(10_000, begun.size());
  }

  @Test
  void after_the_end_nothing_begins() {
    add(SILENT, "a", "b", "c");
    turns.close();
    added.get("a").end();
    assertEquals(List.of("a", "b"), begun);
  }
}
