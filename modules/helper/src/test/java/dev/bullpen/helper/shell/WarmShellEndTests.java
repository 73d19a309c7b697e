package dev.bullpen.helper.shell;

import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static dev.bullpen.helper.shell.ScriptBench.PATH;
import static dev.bullpen.helper.shell.ScriptBench.SH;
import static dev.bullpen.helper.shell.ScriptBench.assertIsEnded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Self;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of the jobs of a shell held ready, of what they leave, and of the shell, when
 * something is to end.
 */
@Timeout(60)
class WarmShellEndTests {
  private static final int NEVER_MILLIS = 100_000_000;

  @TempDir Path temporary;
  private ScriptBench scripts;

  @BeforeEach
  void a_helper() throws IOException {
    scripts = new ScriptBench(temporary);
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    scripts.close();
  }

  @Test
  void a_background_process_neither_holds_up_the_result_nor_survives() throws Exception {
    Path script =
        scripts.script("script", "#!/bin/sh\necho done\n[ -z \"$MCP_N\" ] || { sleep 60 & }\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.now(script));
    assertEquals("done\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(0, only(frames, Frame.Exited.class).code());
    assertFalse(only(frames, Frame.Exited.class).clean());
    only(frames, Frame.Clean.class);
    assertIsEnded(pid);
    assertNotEquals(pid, scripts.warmUp(script, SH));
  }

  @Test
  void a_daemon_in_a_session_of_its_own_does_not_survive() throws Exception {
    Path script =
        scripts.script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] || setsid sh -c '(sleep 60 >&- 2>&- &)'; echo done\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.now(script));
    assertEquals("done\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(1, only(frames, Frame.Clean.class).ended());
    assertIsEnded(pid);
  }

  @Test
  void what_a_script_that_was_started_leaves_is_found_beside_idle_shells() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\n");
    int pid = scripts.warmUp(script, SH);
    scripts.helper().script(scripts.nextJob(), "setsid sh -c '(sleep 60 >&- 2>&- &)'; echo done");
    assertEquals(1, only(scripts.helper().untilFree(), Frame.Clean.class).ended());
    assertIsEnded(pid);
  }

  @Test
  void a_kill_ends_the_job_and_its_shell_and_the_next_job_is_done() throws Exception {
    Path script =
        scripts.script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\ntrap '' TERM; sleep 60 & sleep 60 | cat\n");
    for (int times = 0; times < 10; times++) {
      int pid = scripts.warmUp(script, SH);
      Frame.Job job = scripts.now(script);
      scripts.helper().send(job);
      assertEquals(new Frame.Started(job.job(), pid), scripts.helper().next());
      scripts.helper().send(new Frame.Kill(job.job(), 0));
      Frame.Exited exited = only(scripts.helper().untilFree(), Frame.Exited.class);
      assertTrue(exited.signalled());
      assertEquals(9, exited.code());
      assertIsEnded(pid);
    }
  }

  @Test
  void a_kill_at_any_moment_ends_the_job_once() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || sleep 60\n");
    for (int times = 0; times < 20; times++) {
      scripts.warmUp(script, SH);
      Frame.Job job = scripts.now(script);
      scripts.helper().sendTogether(job, new Frame.Kill(job.job(), 0));
      assertEquals(9, only(scripts.helper().untilFree(), Frame.Exited.class).code());
    }
  }

  @Test
  void a_script_may_use_its_grace_and_hears_of_its_end_once() throws Exception {
    Path ready = scripts.folder().resolve("ready");
    Path script =
        scripts.script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nheard=; trap 'echo bye; heard=1' TERM; : >"
                + ready
                + "\nwhile [ -z \"$heard\" ]; do sleep 0.01; done"
                + "\ni=0; while [ $i -lt 50 ]; do sleep 0.01; i=$((i+1)); done; exit 4\n");
    Path other = scripts.script("other", "#!/bin/sh\n");
    int idle = scripts.warmUp(other, SH);
    scripts.warmUp(script, SH);
    Frame.Job job = scripts.now(script);
    scripts.end(job, ready, NEVER_MILLIS);
    List<Frame> frames = scripts.helper().untilFree();
    assertEquals("bye\n", output(frames, Frame.Stream.STDOUT));
    assertIsEnded(idle);
  }

  /** The shell ends at once of TERM; that its job is the helper's child then must be seen. */
  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void its_grace_is_not_cut_short_by_the_end_of_its_shell(String shell) throws Exception {
    Path ready = scripts.folder().resolve("ready");
    Path script =
        scripts.script(
            "script",
            "#!"
                + shell
                + "\n[ -z \"$MCP_N\" ] && exit\n"
                + "trap 'sleep 0.1; echo bye; exit 4' TERM; : >"
                + ready
                + "\nwhile :; do sleep 0.01; done\n");
    for (int times = 0; times < 40; times++) {
      Files.deleteIfExists(ready);
      scripts.warmUp(script, List.of(shell));
      Frame.Job job = scripts.job(script, List.of(shell), PATH + "MCP_N=1\0");
      scripts.end(job, ready, NEVER_MILLIS);
      assertEquals(
          "bye\n", output(scripts.helper().untilFree(), Frame.Stream.STDOUT), times + " times");
    }
  }

  @Test
  void a_script_that_has_left_the_group_of_its_shell_has_its_grace_too() throws Exception {
    Path ready = scripts.folder().resolve("ready");
    Path script =
        scripts.script(
            "script",
            """
            #!/bin/sh
            [ -z "$MCP_N" ] && exit
            exec perl -e '$SIG{TERM} = sub { print "bye\\n"; exit }; setpgrp(0, getpgrp(%d)) or die; open(F, ">%s"); sleep 10'
            """
                .formatted(Self.pid(), ready));
    scripts.warmUp(script, SH);
    scripts.end(scripts.now(script), ready, NEVER_MILLIS);
    assertEquals("bye\n", output(scripts.helper().untilFree(), Frame.Stream.STDOUT));
  }

  @Test
  void a_script_that_ignores_term_is_killed_after_its_grace() throws Exception {
    Path ready = scripts.folder().resolve("ready");
    Path script =
        scripts.script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\ntrap '' TERM; : >"
                + ready
                + "\nwhile :; do sleep 0.01; done\n");
    scripts.warmUp(script, SH);
    Frame.Job job = scripts.now(script);
    scripts.end(job, ready, 300);
    assertTrue(only(scripts.helper().untilFree(), Frame.Exited.class).signalled());
  }

  @ParameterizedTest
  @CsvSource({"kill -9 $$; sleep 60, 9", "kill $$; sleep 60, 15", "kill -6 0, 6"})
  void a_script_that_kills_itself_has_been_killed(String text, int signal) throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || { " + text + "; }\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.now(script));
    Frame.Exited exited = only(frames, Frame.Exited.class);
    assertTrue(exited.signalled());
    assertEquals(signal, exited.code());
    assertIsEnded(pid);
  }

  @Test
  void too_much_output_ends_the_script_and_its_shell() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || exec yes\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.now(script));
    assertEquals(1_000_000, output(frames, Frame.Stream.STDOUT).length());
    assertEquals(Frame.Overflow.STDOUT, only(frames, Frame.Exited.class).overflow());
    assertIsEnded(pid);
  }

  @Test
  void no_job_costs_a_descriptor() throws Exception {
    Path script =
        scripts.script("script", "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nsleep 60 >&- 2>&- &\n");
    scripts.warmUp(script, SH);
    int before = descriptors();
    int rounds = 20;
    for (int times = 0; times < rounds; times++) {
      scripts.run(scripts.now(script)); // its shell goes
      scripts.warmUp(script, SH);
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
        scripts.script(
            "script", "#!/bin/sh\n[ -z \"$MCP_N\" ] || { setsid sleep 60 & sleep 60; }\n");
    Path other = scripts.script("other", "#!/bin/sh\n");
    scripts.warmUp(other, SH);
    scripts.warmUp(script, SH);
    scripts.helper().send(scripts.now(script));
    scripts.helper().next();
    scripts.helper().close();
    assertEquals(List.of(), Self.children());
  }
}
