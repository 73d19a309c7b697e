package dev.bullpen.helper.shell;

import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.Bench;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.Self;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that a shell held ready does, and what becomes of the shell. */
@Timeout(60)
class WarmShellTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int NEVER_MILLIS = 100_000_000;
  private static final List<String> SH = List.of("/bin/sh");
  private static final String PATH = "PATH=/usr/bin:/bin\0";

  @TempDir Path temporary;
  private Path folder;
  private Bench helper;
  private long lastJob;

  @BeforeEach
  void a_helper() throws IOException {
    folder = temporary.toRealPath();
    helper = new Bench();
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    helper.close();
    assertFalse(Child.any());
  }

  private Path script(String name, String text) throws IOException {
    Path script = folder.resolve(name);
    Files.writeString(script, text);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  private Frame.Job job(Path script, List<String> shell, String environment, String... arguments) {
    List<String> argv = new ArrayList<>(List.of(script.toString()));
    argv.addAll(List.of(arguments));
    return new Frame.Job(
        ++lastJob,
        argv,
        List.of(),
        shell,
        folder.toString(),
        environment.getBytes(StandardCharsets.UTF_8),
        1_000_000,
        0,
        10_000,
        Optional.empty());
  }

  /** For a script that does nothing while its shell is warmed up: now it is to do it. */
  private Frame.Job now(Path script) {
    return job(script, SH, PATH + "MCP_N=1\0");
  }

  private List<Frame> run(Frame.Job job) throws IOException {
    helper.send(job);
    return helper.untilFree();
  }

  private static int group(List<Frame> frames) {
    return only(frames, Frame.Started.class).pid();
  }

  /**
   * Run a script until two runs in a row were of one group, which only a shell's can be, and hold
   * that shell ready for the next job.
   *
   * @return the shell's pid
   */
  private int warmUp(Path script, List<String> shell) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    int last = group(run(job(script, shell, PATH)));
    while (System.nanoTime() < until) {
      int group = group(run(job(script, shell, PATH)));
      if (group == last) {
        return group;
      }
      last = group;
    }
    throw new AssertionError("no shell was held ready");
  }

  private static void assertIsEnded(int pid) {
    await().atMost(PATIENCE).until(() -> !Files.exists(Path.of("/proc/" + pid)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void one_shell_does_many_jobs_one_after_the_other(String shell) throws Exception {
    Path script = script("script", "#!%s\necho $MCP_N $#; exit 3\n".formatted(shell));
    int pid = warmUp(script, List.of(shell));
    for (int n = 0; n < 50; n++) {
      List<Frame> frames = run(job(script, List.of(shell), PATH + "MCP_N=" + n + "\0", "a"));
      assertEquals(pid, group(frames));
      assertEquals(n + " 1\n", output(frames, Frame.Stream.STDOUT));
      Frame.Exited exited = only(frames, Frame.Exited.class);
      assertEquals(3, exited.code());
      assertTrue(exited.clean());
    }
  }

  @Test
  void a_job_that_is_not_to_be_sourced_is_started() throws Exception {
    Path script = script("script", "#!/bin/sh\n");
    int pid = warmUp(script, SH);
    assertNotEquals(pid, group(run(job(script, List.of(), PATH))));
    assertEquals(pid, group(run(job(script, SH, PATH))));
  }

  @Test
  void another_environment_needs_another_shell() throws Exception {
    Path script = script("script", "#!/bin/sh\necho $OTHER\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(job(script, SH, PATH + "OTHER=x\0"));
    assertNotEquals(pid, group(frames));
    assertEquals("x\n", output(frames, Frame.Stream.STDOUT));
    assertIsEnded(pid);
  }

  @Test
  void another_folder_of_the_same_name_needs_another_shell() throws Exception {
    Path script = script("script", "#!/bin/sh\ncat here\n");
    Path place = Files.createDirectory(folder.resolve("place"));
    Files.writeString(place.resolve("here"), "old");
    Path root = folder;
    folder = place;
    int pid = warmUp(script, SH);
    Files.move(place, root.resolve("moved"));
    Files.createDirectory(place);
    Files.writeString(place.resolve("here"), "new");
    List<Frame> frames = run(job(script, SH, PATH));
    assertEquals("new", output(frames, Frame.Stream.STDOUT));
    assertNotEquals(pid, group(frames));
  }

  @Test
  void what_bash_reads_before_each_script_it_reads_each_time() throws Exception {
    Path before = script("before", "echo before\n");
    Path script = script("script", "#!/bin/bash\necho it\n");
    String environment = PATH + "BASH_ENV=" + before + "\0";
    for (int times = 0; times < 5; times++) {
      List<Frame> frames = run(job(script, List.of("/bin/bash"), environment));
      assertEquals("before\nit\n", output(frames, Frame.Stream.STDOUT));
    }
  }

  @Test
  void a_change_of_the_script_is_seen_by_the_next_job() throws Exception {
    Path script = script("script", "#!/bin/sh\necho one\n");
    int pid = warmUp(script, SH);
    script("script", "#!/bin/sh\necho two\n");
    List<Frame> frames = run(job(script, SH, PATH));
    assertEquals(pid, group(frames));
    assertEquals("two\n", output(frames, Frame.Stream.STDOUT));
  }

  @ParameterizedTest
  @CsvSource({"60000, true", "70000, false"})
  void what_does_not_fit_a_pipe_is_started(int length, boolean warm) throws Exception {
    Path script = script("script", "#!/bin/sh\necho ${#MCP_LONG}\n");
    int pid = warmUp(script, SH);
    String value = "x".repeat(length);
    List<Frame> frames = run(job(script, SH, PATH + "MCP_LONG=" + value + "\0"));
    assertEquals(length + "\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(warm, pid == group(frames));
  }

  @Test
  void of_more_scripts_than_shells_are_held_the_last_ones_have_theirs() throws Exception {
    List<Integer> pids = new ArrayList<>();
    List<Path> scripts = new ArrayList<>();
    for (int i = 0; i <= WarmShells.MOST; i++) {
      scripts.add(script("script" + i, "#!/bin/sh\n"));
      pids.add(warmUp(scripts.get(i), SH));
    }
    assertIsEnded(pids.get(0));
    for (int i = 1; i <= WarmShells.MOST; i++) {
      assertEquals(pids.get(i), group(run(job(scripts.get(i), SH, PATH))));
    }
    // The first one's turn again: the one used longest ago goes.
    warmUp(scripts.get(0), SH);
    assertIsEnded(pids.get(1));
  }

  @Test
  void a_shell_that_was_killed_while_it_was_idle_is_replaced() throws Exception {
    Path script = script("script", "#!/bin/sh\necho ok\n");
    int pid = warmUp(script, SH);
    Child.signal(pid, Signal.KILL);
    await().atMost(PATIENCE).until(() -> Child.hasEnded(pid));
    List<Frame> frames = run(job(script, SH, PATH));
    assertEquals("ok\n", output(frames, Frame.Stream.STDOUT));
    assertTrue(only(frames, Frame.Exited.class).clean());
    assertNotEquals(pid, warmUp(script, SH));
  }

  @Test
  void a_shell_that_does_not_do_as_told_is_not_tried_twice() throws Exception {
    Path deaf = script("sh", "#!/bin/sh\nread -r n; echo 0; exec cat >/dev/null\n");
    Path script = script("script", "#!/bin/sh\necho ok\n");
    for (int times = 0; times < 20; times++) {
      List<Frame> frames = run(job(script, List.of(deaf.toString()), PATH));
      assertEquals("ok\n", output(frames, Frame.Stream.STDOUT));
    }
  }

  @Test
  void a_background_process_neither_holds_up_the_result_nor_survives() throws Exception {
    Path script = script("script", "#!/bin/sh\necho done\n[ -z \"$MCP_N\" ] || { sleep 60 & }\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(now(script));
    assertEquals("done\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(0, only(frames, Frame.Exited.class).code());
    assertFalse(only(frames, Frame.Exited.class).clean());
    only(frames, Frame.Clean.class);
    assertIsEnded(pid);
    assertNotEquals(pid, warmUp(script, SH));
  }

  @Test
  void a_daemon_in_a_session_of_its_own_does_not_survive() throws Exception {
    Path script =
        script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] || setsid sh -c '(sleep 60 >&- 2>&- &)'; echo done\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(now(script));
    assertEquals("done\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(1, only(frames, Frame.Clean.class).ended());
    assertIsEnded(pid);
  }

  @Test
  void what_a_script_that_was_started_leaves_is_found_beside_idle_shells() throws Exception {
    Path script = script("script", "#!/bin/sh\n");
    int pid = warmUp(script, SH);
    helper.script(++lastJob, "setsid sh -c '(sleep 60 >&- 2>&- &)'; echo done");
    assertEquals(1, only(helper.untilFree(), Frame.Clean.class).ended());
    assertIsEnded(pid);
  }

  @Test
  void a_kill_ends_the_job_and_its_shell_and_the_next_job_is_done() throws Exception {
    Path script =
        script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\ntrap '' TERM; sleep 60 & sleep 60 | cat\n");
    for (int times = 0; times < 10; times++) {
      int pid = warmUp(script, SH);
      Frame.Job job = now(script);
      helper.send(job);
      assertEquals(new Frame.Started(job.job(), pid), helper.next());
      helper.send(new Frame.Kill(job.job(), 0));
      Frame.Exited exited = only(helper.untilFree(), Frame.Exited.class);
      assertTrue(exited.signalled());
      assertEquals(9, exited.code());
      assertIsEnded(pid);
    }
  }

  @Test
  void a_kill_at_any_moment_ends_the_job_once() throws Exception {
    Path script = script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || sleep 60\n");
    for (int times = 0; times < 20; times++) {
      warmUp(script, SH);
      Frame.Job job = now(script);
      helper.sendTogether(job, new Frame.Kill(job.job(), 0));
      assertEquals(9, only(helper.untilFree(), Frame.Exited.class).code());
    }
  }

  /** Begin a job, and ask it to end when it says that it is ready. */
  private void end(Frame.Job job, Path ready, int graceMillis) throws Exception {
    helper.send(job);
    await().atMost(PATIENCE).until(() -> Files.exists(ready));
    helper.send(new Frame.Kill(job.job(), graceMillis));
  }

  @Test
  void a_script_may_use_its_grace_and_hears_of_its_end_once() throws Exception {
    Path ready = folder.resolve("ready");
    Path script =
        script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nheard=; trap 'echo bye; heard=1' TERM; : >"
                + ready
                + "\nwhile [ -z \"$heard\" ]; do sleep 0.01; done"
                + "\ni=0; while [ $i -lt 50 ]; do sleep 0.01; i=$((i+1)); done; exit 4\n");
    Path other = script("other", "#!/bin/sh\n");
    int idle = warmUp(other, SH);
    warmUp(script, SH);
    Frame.Job job = now(script);
    end(job, ready, NEVER_MILLIS);
    List<Frame> frames = helper.untilFree();
    assertEquals("bye\n", output(frames, Frame.Stream.STDOUT));
    assertIsEnded(idle);
  }

  /** The shell ends at once of TERM; that its job is the helper's child then must be seen. */
  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void its_grace_is_not_cut_short_by_the_end_of_its_shell(String shell) throws Exception {
    Path ready = folder.resolve("ready");
    Path script =
        script(
            "script",
            "#!"
                + shell
                + "\n[ -z \"$MCP_N\" ] && exit\n"
                + "trap 'sleep 0.1; echo bye; exit 4' TERM; : >"
                + ready
                + "\nwhile :; do sleep 0.01; done\n");
    for (int times = 0; times < 40; times++) {
      Files.deleteIfExists(ready);
      warmUp(script, List.of(shell));
      Frame.Job job = job(script, List.of(shell), PATH + "MCP_N=1\0");
      end(job, ready, NEVER_MILLIS);
      assertEquals("bye\n", output(helper.untilFree(), Frame.Stream.STDOUT), times + " times");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void no_script_can_give_its_shell_a_job_or_say_a_status_for_it(String shell) throws Exception {
    Path script =
        script(
            "script",
            "#!"
                + shell
                + "\n[ -z \"$MCP_N\" ] && exit\nfor n in 0 1; do"
                + " ( echo 0 >/proc/$$/fd/$n ) 2>/dev/null || echo refused; done\n");
    int pid = warmUp(script, List.of(shell));
    List<Frame> frames = run(job(script, List.of(shell), PATH + "MCP_N=1\0"));
    assertEquals(pid, group(frames));
    assertEquals("refused\nrefused\n", output(frames, Frame.Stream.STDOUT));
  }

  @Test
  void a_script_that_ignores_term_is_killed_after_its_grace() throws Exception {
    Path ready = folder.resolve("ready");
    Path script =
        script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\ntrap '' TERM; : >"
                + ready
                + "\nwhile :; do sleep 0.01; done\n");
    warmUp(script, SH);
    Frame.Job job = now(script);
    end(job, ready, 300);
    assertTrue(only(helper.untilFree(), Frame.Exited.class).signalled());
  }

  @ParameterizedTest
  @CsvSource({"kill -9 $$; sleep 60, 9", "kill $$; sleep 60, 15", "kill -6 0, 6"})
  void a_script_that_kills_itself_has_been_killed(String text, int signal) throws Exception {
    Path script = script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || { " + text + "; }\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(now(script));
    Frame.Exited exited = only(frames, Frame.Exited.class);
    assertTrue(exited.signalled());
    assertEquals(signal, exited.code());
    assertIsEnded(pid);
  }

  @ParameterizedTest
  @CsvSource({"128, false, 128", "129, true, 1", "192, true, 64", "193, false, 193"})
  void a_status_is_a_signal_if_there_is_one_of_that_number(int status, boolean signalled, int code)
      throws Exception {
    Path script = script("script", "#!/bin/sh\nexit ${MCP_N:-0}\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(job(script, SH, PATH + "MCP_N=" + status + "\0"));
    Frame.Exited exited = only(frames, Frame.Exited.class);
    assertEquals(signalled, exited.signalled());
    assertEquals(code, exited.code());
    assertEquals(pid, group(frames));
  }

  @Test
  void too_much_output_ends_the_script_and_its_shell() throws Exception {
    Path script = script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || exec yes\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(now(script));
    assertEquals(1_000_000, output(frames, Frame.Stream.STDOUT).length());
    assertEquals(Frame.Overflow.STDOUT, only(frames, Frame.Exited.class).overflow());
    assertIsEnded(pid);
  }

  @Test
  void a_script_that_closes_its_outputs_is_still_running() throws Exception {
    Path done = folder.resolve("done");
    Path script =
        script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nexec >&- 2>&-; sleep 0.3; : >"
                + done
                + "; exit 5\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(now(script));
    assertEquals(5, only(frames, Frame.Exited.class).code());
    assertTrue(Files.exists(done));
    assertEquals(pid, group(frames));
  }

  @Test
  void what_comes_out_of_a_long_pipeline_is_all_there() throws Exception {
    Path script = script("script", "#!/bin/sh\nseq 1 100000 | cat | cat\n");
    int pid = warmUp(script, SH);
    List<Frame> frames = run(job(script, SH, PATH));
    assertEquals(588_895, output(frames, Frame.Stream.STDOUT).length());
    assertEquals(pid, group(frames));
  }

  @Test
  void no_job_costs_a_descriptor() throws Exception {
    Path script = script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nsleep 60 >&- 2>&- &\n");
    warmUp(script, SH);
    int before = descriptors();
    int rounds = 20;
    for (int times = 0; times < rounds; times++) {
      run(now(script)); // its shell goes
      warmUp(script, SH);
    }
    // Those of the last job are closed a moment after its end is told.
    int after = descriptors();
    assertTrue(after < before + rounds, before + " became " + after);
  }

  private static int descriptors() {
    return Path.of("/proc/self/fd").toFile().list().length;
  }

  @Test
  void at_the_end_of_input_shells_end_with_all_else() throws Exception {
    Path script =
        script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || { setsid sleep 60 & sleep 60; }\n");
    Path other = script("other", "#!/bin/sh\n");
    warmUp(other, SH);
    warmUp(script, SH);
    helper.send(now(script));
    helper.next();
    helper.close();
    assertEquals(List.of(), Self.children());
  }
}
