package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitedTests {
  private final Awaited<String> awaited = new Awaited<>();
  private final List<String> done = new ArrayList<>();

  @Test
  void what_is_to_be_done_before_it_comes_is_done_then_in_order() {
    awaited.then(job -> done.add("pause " + job));
    awaited.then(job -> done.add("resume " + job));
    assertEquals(List.of(), done);
    awaited.comes("it");
    assertEquals(List.of("pause it", "resume it"), done);
  }

  @Test
  void what_is_to_be_done_later_is_done_at_once() {
    awaited.comes("it");
    awaited.then(job -> done.add("cancel " + job));
    assertEquals(List.of("cancel it"), done);
  }

  @Test
  void what_is_asked_for_while_another_thing_is_done_follows_it() {
    awaited.then(
        job -> {
          awaited.then(again -> done.add("second"));
          done.add("first");
        });
    awaited.then(job -> done.add("third"));
    awaited.comes("it");
    assertEquals(List.of("first", "third", "second"), done);
  }
}
