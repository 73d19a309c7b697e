package dev.bullpen.server.stdio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ParentWatchTests {
  private static final int CLIENT = 4711;
  private static final int REAPER = 1;

  private final Deque<Later> later = new ArrayDeque<>();
  private int parent = CLIENT;
  private boolean watched = true;
  private int ended;
  private final ParentWatch watch =
      new ParentWatch(() -> parent, () -> watched, this::after, () -> ended++);

  private record Later(Duration delay, Runnable task) {}

  private Future<?> after(Duration delay, Runnable task) {
    later.add(new Later(delay, task));
    return new CompletableFuture<>();
  }

  private void pass(Duration expected) {
    Later next = later.remove();
    assertEquals(expected, next.delay());
    next.task().run();
  }

  @Test
  void while_the_parent_lives_nothing_happens() {
    watch.heard();
    for (int i = 0; i < 100; i++) {
      pass(ParentWatch.PERIOD);
    }
    assertEquals(0, ended);
    assertEquals(1, later.size());
  }

  @Test
  void it_is_reported_once_when_the_parent_is_gone_and_nothing_comes_in() {
    watch.heard();
    pass(ParentWatch.PERIOD);
    parent = REAPER;
    pass(ParentWatch.PERIOD);
    assertEquals(0, ended);
    pass(ParentWatch.SILENCE);
    assertEquals(1, ended);
    assertTrue(later.isEmpty());
  }

  @Test
  void a_parent_whose_end_a_subreaper_has_noticed_is_gone_as_well() {
    watch.heard();
    parent = 815;
    pass(ParentWatch.PERIOD);
    pass(ParentWatch.SILENCE);
    assertEquals(1, ended);
  }

  @Test
  void if_lines_go_on_coming_it_was_not_the_client_that_has_ended() {
    watch.heard();
    parent = REAPER;
    pass(ParentWatch.PERIOD);
    watch.heard();
    pass(ParentWatch.SILENCE);
    assertEquals(0, ended);
    assertTrue(later.isEmpty(), "no parent is watched any more");
  }

  @Test
  void a_server_without_a_parent_watches_nothing() {
    for (int none = 0; none <= 1; none++) {
      parent = none;
      new ParentWatch(() -> parent, () -> watched, this::after, () -> ended++).heard();
      assertTrue(later.isEmpty(), "parent " + none);
    }
    parent = 2;
    new ParentWatch(() -> parent, () -> watched, this::after, () -> ended++).heard();
    assertEquals(1, later.size());
  }

  @Test
  void who_was_meant_to_outlive_its_parent_does() {
    watched = false;
    watch.heard();
    pass(ParentWatch.PERIOD);
    parent = REAPER;
    pass(ParentWatch.PERIOD);
    assertEquals(0, ended);
    assertTrue(later.isEmpty());
  }

  @Test
  void a_starter_that_ends_before_the_first_line_is_not_missed() {
    parent = 815;
    watch.heard();
    watch.heard();
    pass(ParentWatch.PERIOD);
    pass(ParentWatch.PERIOD);
    assertEquals(0, ended);
  }
}
