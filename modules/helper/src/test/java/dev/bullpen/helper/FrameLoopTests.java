package dev.bullpen.helper;

import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static dev.bullpen.wire.Frame.Overflow.NONE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FrameLoopTests {
  private static final int NEVER_MILLIS = 100_000_000;

  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    assertFalse(Child.any());
  }

  @Test
  void a_job_is_started_heard_ended_and_cleaned_up_in_that_order() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "echo out; echo err >&2; exit 3");
      List<Frame> frames = helper.untilFree();
      assertInstanceOf(Frame.Started.class, frames.get(0));
      assertEquals("out\n", output(frames, Frame.Stream.STDOUT));
      assertEquals("err\n", output(frames, Frame.Stream.STDERR));
      assertEquals(new Frame.Exited(1, false, 3, NONE, true), frames.get(frames.size() - 1));
    }
  }

  @Test
  void one_job_follows_another() throws Exception {
    try (Bench helper = new Bench()) {
      for (int job = 1; job <= 20; job++) {
        helper.script(job, "echo " + job);
        assertEquals(job + "\n", output(helper.untilFree(), Frame.Stream.STDOUT));
      }
    }
  }

  @Test
  void a_signal_is_reported_as_one() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "kill -6 $$");
      assertEquals(
          new Frame.Exited(1, true, 6, NONE, true), only(helper.untilFree(), Frame.Exited.class));
    }
  }

  @Test
  void of_error_output_the_tail_is_kept() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "seq 1 100000 >&2; printf last >&2", 10, 10);
      assertEquals("00000\nlast", output(helper.untilFree(), Frame.Stream.STDERR));
    }
  }

  @Test
  void what_cannot_be_started_is_refused_with_the_reason() throws Exception {
    try (Bench helper = new Bench()) {
      helper.send(nothing(1, "/no/such", "/"));
      assertEquals(new Frame.Refused(1, Errno.ENOENT), helper.next());
      helper.send(nothing(2, "/bin/true", "/no/such/folder"));
      assertEquals(new Frame.Refused(2, Errno.ENOENT), helper.next());
      helper.script(3, "exit 0");
      assertEquals(0, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @Test
  void too_much_output_ends_the_script_and_none_of_the_excess_comes() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "yes", 100_000, 10);
      List<Frame> frames = helper.untilFree();
      assertEquals(100_000, output(frames, Frame.Stream.STDOUT).length());
      assertEquals(Frame.Overflow.STDOUT, only(frames, Frame.Exited.class).overflow());
    }
  }

  @Test
  void too_much_error_output_ends_the_script_if_it_is_limited() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "yes >&2", 10, 100_000, 10);
      List<Frame> frames = helper.untilFree();
      assertEquals(Frame.Overflow.STDERR, only(frames, Frame.Exited.class).overflow());
      assertEquals("y\ny\ny\ny\ny\n", output(frames, Frame.Stream.STDERR));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void the_limit_of_error_output_is_exact(int beyond) throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "head -c %d /dev/zero >&2".formatted(1000 + beyond), 10, 1000, 10);
      assertEquals(
          beyond > 0 ? Frame.Overflow.STDERR : NONE,
          only(helper.untilFree(), Frame.Exited.class).overflow());
    }
  }

  @Test
  void a_kill_that_meets_too_much_output_ends_the_script_once() throws Exception {
    try (Bench helper = new Bench()) {
      for (int job = 1; job <= 20; job++) {
        Path written = folder.resolve("written" + job);
        // The other way round it may have been ended for what it said before it says that it has.
        helper.script(job, ": >%s; echo more; sleep 60".formatted(written), 1, 10);
        await()
            .pollInterval(Duration.ofNanos(10_000))
            .atMost(Duration.ofSeconds(30))
            .until(() -> Files.exists(written));
        helper.send(new Frame.Kill(job, 0));
        helper.untilFree();
      }
    }
  }

  @Test
  void a_script_that_closes_its_outputs_is_still_running() throws Exception {
    try (Bench helper = new Bench()) {
      Path done = folder.resolve("done");
      helper.script(1, "exec >&- 2>&-; sleep 0.3; : >" + done + "; exit 5");
      assertEquals(5, only(helper.untilFree(), Frame.Exited.class).code());
      assertTrue(Files.exists(done));
    }
  }

  @Test
  void a_background_process_neither_holds_up_the_result_nor_survives() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "sleep 60 & echo done");
      List<Frame> frames = helper.untilFree();
      assertEquals("done\n", output(frames, Frame.Stream.STDOUT));
      assertEquals(1, only(frames, Frame.Clean.class).ended());
    }
  }

  @Test
  void a_daemon_in_a_session_of_its_own_does_not_survive() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "setsid sh -c '(sleep 60 >&- 2>&- &) ; sleep 60 >&- 2>&- &'; echo done");
      List<Frame> frames = helper.untilFree();
      assertEquals(0, only(frames, Frame.Exited.class).code());
      assertEquals(2, only(frames, Frame.Clean.class).ended());
    }
  }

  @Test
  void a_kill_without_grace_ends_the_whole_group_at_once() throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(1, "trap '' TERM; sleep 60 & sleep 60 & : >" + ready + "; sleep 60 | cat");
      awaitFile(ready);
      helper.send(new Frame.Kill(1, 0));
      assertEquals(
          new Frame.Exited(1, true, 9, NONE, false), only(helper.untilFree(), Frame.Exited.class));
    }
  }

  @Test
  void a_kill_that_comes_twice_with_the_next_job_behind_it_ends_the_one_and_not_the_other()
      throws Exception {
    try (Bench helper = new Bench()) {
      for (int job = 1; job <= 20; job += 2) {
        helper.script(job, "sleep 60");
        helper.next();
        helper.sendTogether(
            new Frame.Kill(job, 0), new Frame.Kill(job, 0), Bench.job(job + 1, "exit 3"));
        assertEquals(9, only(helper.untilFree(), Frame.Exited.class).code());
        assertEquals(3, only(helper.untilFree(), Frame.Exited.class).code());
      }
    }
  }

  @Test
  void a_script_may_use_its_grace_and_no_more_of_it_than_it_needs() throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(
          1, "trap 'echo bye; exit 4' TERM; : >" + ready + "; while :; do sleep 0.01; done");
      awaitFile(ready);
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      List<Frame> frames = helper.untilFree();
      assertEquals("bye\n", output(frames, Frame.Stream.STDOUT));
      assertEquals(4, only(frames, Frame.Exited.class).code());
    }
  }

  @Test
  void asked_to_end_it_first_reports_its_output() throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(
          1, "trap '' TERM; echo half; echo why >&2; : >" + ready + "; while :; do sleep 1; done");
      awaitFile(ready);
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      assertInstanceOf(Frame.Started.class, helper.next());
      assertEquals("half\n", output(List.of(helper.next()), Frame.Stream.STDOUT));
      assertEquals("why\n", output(List.of(helper.next()), Frame.Stream.STDERR));
    }
  }

  @Test
  void what_has_left_the_group_is_asked_to_end_as_well() throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(1, "setsid sh -c ': >" + ready + "; while :; do sleep 0.01; done' & wait");
      awaitFile(ready);
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      assertEquals(15, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  /** It ends by itself before a test times out, so that a helper that cannot end it shows. */
  private static String leaving(String before, String then) {
    return "%s exec perl -e 'setpgrp(0, getpgrp(getppid())) or die; $| = 1; %s'"
        .formatted(before, then);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sleep 10 &"})
  void a_leader_that_joins_the_helpers_group_is_ended_without_grace(String before)
      throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(1, leaving(before, "open(F, \">%s\"); sleep 10".formatted(ready)));
      awaitFile(ready);
      helper.send(new Frame.Kill(1, 0));
      assertEquals(9, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sleep 10 &"})
  void a_leader_that_joins_the_helpers_group_is_asked_to_end_once(String before) throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(
          1,
          leaving(
              before,
              "$SIG{TERM} = sub { $heard++ }; open(F, \">%s\"); sleep 10; sleep 1; exit(3 + $heard)"
                  .formatted(ready)));
      awaitFile(ready);
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      assertEquals(4, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sleep 10 &"})
  void a_leader_that_joins_the_helpers_group_is_ended_for_too_much_output(String before)
      throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, leaving(before, "print \"x\" x 100_001; sleep 10"), 100_000, 10);
      Frame.Exited exited = only(helper.untilFree(), Frame.Exited.class);
      assertEquals(9, exited.code());
      assertEquals(Frame.Overflow.STDOUT, exited.overflow());
    }
  }

  @Test
  void a_leader_that_joins_the_helpers_group_may_end_by_itself() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, leaving("sleep 60 &", "exit 3"));
      List<Frame> frames = helper.untilFree();
      assertEquals(3, only(frames, Frame.Exited.class).code());
      assertEquals(1, only(frames, Frame.Clean.class).ended());
    }
  }

  @Test
  void a_script_that_ignores_term_is_killed_after_its_grace() throws Exception {
    try (Bench helper = new Bench()) {
      Path ready = folder.resolve("ready");
      helper.script(1, "trap '' TERM; : >" + ready + "; while :; do sleep 0.01; done");
      awaitFile(ready);
      long before = System.nanoTime();
      helper.send(new Frame.Kill(1, 300));
      assertEquals(9, only(helper.untilFree(), Frame.Exited.class).code());
      assertTrue(System.nanoTime() - before >= Duration.ofMillis(300).toNanos());
    }
  }

  @Test
  void a_stopped_script_gets_its_term_too() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "trap 'exit 4' TERM; kill -STOP $$; sleep 60");
      Path state = Path.of("/proc", "" + helper.next(Frame.Started.class).pid(), "stat");
      await().atMost(Duration.ofSeconds(30)).until(() -> Files.readString(state).contains(") T "));
      helper.send(new Frame.Kill(1, NEVER_MILLIS));
      assertEquals(4, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  @Test
  void a_kill_for_a_job_that_is_over_touches_no_process() throws Exception {
    try (Bench helper = new Bench()) {
      helper.script(1, "exit 0");
      helper.untilFree();
      helper.script(2, "sleep 0.2; echo two");
      helper.send(new Frame.Kill(1, 0));
      assertEquals("two\n", output(helper.untilFree(), Frame.Stream.STDOUT));
    }
  }

  @Test
  void at_the_end_of_input_everything_ends() throws Exception {
    Bench helper = new Bench();
    helper.script(1, "setsid sleep 60 & sleep 60");
    helper.next();
    helper.close();
    assertFalse(Child.any());
  }

  private static Frame.Job nothing(long job, String program, String directory) {
    return new Frame.Job(
        job, List.of(program), List.of(), directory, new byte[0], 1, 1, 1, Optional.empty());
  }

  private static void awaitFile(Path file) {
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(file));
  }
}
