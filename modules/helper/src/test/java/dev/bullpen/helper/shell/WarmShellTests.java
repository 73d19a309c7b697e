package dev.bullpen.helper.shell;

import static dev.bullpen.helper.Bench.only;
import static dev.bullpen.helper.Bench.output;
import static dev.bullpen.helper.shell.ScriptBench.PATH;
import static dev.bullpen.helper.shell.ScriptBench.PATIENCE;
import static dev.bullpen.helper.shell.ScriptBench.SH;
import static dev.bullpen.helper.shell.ScriptBench.assertIsEnded;
import static dev.bullpen.helper.shell.ScriptBench.group;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which jobs a shell held ready does, and that it does them as if they were started. */
@Timeout(60)
class WarmShellTests {
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

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void one_shell_does_many_jobs_one_after_the_other(String shell) throws Exception {
    Path script = scripts.script("script", "#!%s\necho $MCP_N $#; exit 3\n".formatted(shell));
    int pid = scripts.warmUp(script, List.of(shell));
    for (int n = 0; n < 50; n++) {
      List<Frame> frames =
          scripts.run(scripts.job(script, List.of(shell), PATH + "MCP_N=" + n + "\0", "a"));
      assertEquals(pid, group(frames));
      assertEquals(n + " 1\n", output(frames, Frame.Stream.STDOUT));
      Frame.Exited exited = only(frames, Frame.Exited.class);
      assertEquals(3, exited.code());
      assertTrue(exited.clean());
    }
  }

  @Test
  void a_job_that_is_not_to_be_sourced_is_started() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\n");
    int pid = scripts.warmUp(script, SH);
    assertNotEquals(pid, group(scripts.run(scripts.job(script, List.of(), PATH))));
    assertEquals(pid, group(scripts.run(scripts.job(script, SH, PATH))));
  }

  @Test
  void another_environment_needs_another_shell() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\necho $OTHER\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH + "OTHER=x\0"));
    assertNotEquals(pid, group(frames));
    assertEquals("x\n", output(frames, Frame.Stream.STDOUT));
    assertIsEnded(pid);
  }

  @Test
  void another_folder_of_the_same_name_needs_another_shell() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\ncat here\n");
    Path place = Files.createDirectory(scripts.folder().resolve("place"));
    Files.writeString(place.resolve("here"), "old");
    Path root = scripts.folder();
    scripts.moveTo(place);
    int pid = scripts.warmUp(script, SH);
    Files.move(place, root.resolve("moved"));
    Files.createDirectory(place);
    Files.writeString(place.resolve("here"), "new");
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH));
    assertEquals("new", output(frames, Frame.Stream.STDOUT));
    assertNotEquals(pid, group(frames));
  }

  @Test
  void what_bash_reads_before_each_script_it_reads_each_time() throws Exception {
    Path before = scripts.script("before", "echo before\n");
    Path script = scripts.script("script", "#!/bin/bash\necho it\n");
    String environment = PATH + "BASH_ENV=" + before + "\0";
    for (int times = 0; times < 5; times++) {
      List<Frame> frames = scripts.run(scripts.job(script, List.of("/bin/bash"), environment));
      assertEquals("before\nit\n", output(frames, Frame.Stream.STDOUT));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n=7",
        "BASH_FUNC_set%%=() { echo set; }",
        "BASH_FUNC_export%%=() { echo export; }"
      })
  void what_its_own_lines_would_meet_has_a_script_started_each_time(String variable)
      throws Exception {
    Path script =
        scripts.script("script", "#!/bin/bash\necho \"$n\" \"$1\" \"$MCP_A\"; export n\n");
    String environment = PATH + "MCP_A=a\0" + variable + "\0";
    String first = "";
    for (int times = 0; times < 5; times++) {
      List<Frame> frames = scripts.run(scripts.job(script, List.of("/bin/bash"), environment));
      first = first.isEmpty() ? output(frames, Frame.Stream.STDOUT) : first;
      assertEquals(first, output(frames, Frame.Stream.STDOUT));
    }
  }

  @Test
  void a_change_of_the_script_is_seen_by_the_next_job() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\necho one\n");
    int pid = scripts.warmUp(script, SH);
    scripts.script("script", "#!/bin/sh\necho two\n");
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH));
    assertEquals(pid, group(frames));
    assertEquals("two\n", output(frames, Frame.Stream.STDOUT));
  }

  @ParameterizedTest
  @CsvSource({"60000, true", "70000, false"})
  void what_does_not_fit_a_pipe_is_started(int length, boolean warm) throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\necho ${#MCP_LONG}\n");
    int pid = scripts.warmUp(script, SH);
    String value = "x".repeat(length);
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH + "MCP_LONG=" + value + "\0"));
    assertEquals(length + "\n", output(frames, Frame.Stream.STDOUT));
    assertEquals(warm, pid == group(frames));
  }

  @Test
  void of_more_scripts_than_shells_are_held_the_last_ones_have_theirs() throws Exception {
    List<Integer> pids = new ArrayList<>();
    List<Path> many = new ArrayList<>();
    for (int i = 0; i <= WarmShells.MOST; i++) {
      many.add(scripts.script("script" + i, "#!/bin/sh\n"));
      pids.add(scripts.warmUp(many.get(i), SH));
    }
    assertIsEnded(pids.get(0));
    for (int i = 1; i <= WarmShells.MOST; i++) {
      assertEquals(pids.get(i), group(scripts.run(scripts.job(many.get(i), SH, PATH))));
    }
    // The first one's turn again: the one used longest ago goes.
    scripts.warmUp(many.get(0), SH);
    assertIsEnded(pids.get(1));
  }

  @Test
  void a_shell_that_was_killed_while_it_was_idle_is_replaced() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\necho ok\n");
    int pid = scripts.warmUp(script, SH);
    Child.signal(pid, Signal.KILL);
    await().atMost(PATIENCE).until(() -> Child.hasEnded(pid));
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH));
    assertEquals("ok\n", output(frames, Frame.Stream.STDOUT));
    assertTrue(only(frames, Frame.Exited.class).clean());
    assertNotEquals(pid, scripts.warmUp(script, SH));
  }

  @Test
  void a_shell_that_does_not_do_as_told_is_not_tried_twice() throws Exception {
    Path deaf = scripts.script("sh", "#!/bin/sh\nread -r n; echo 0; exec cat >/dev/null\n");
    Path script = scripts.script("script", "#!/bin/sh\necho ok\n");
    for (int times = 0; times < 20; times++) {
      List<Frame> frames = scripts.run(scripts.job(script, List.of(deaf.toString()), PATH));
      assertEquals("ok\n", output(frames, Frame.Stream.STDOUT));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/sh", "/bin/bash"})
  void no_script_can_give_its_shell_a_job_or_say_a_status_for_it(String shell) throws Exception {
    Path script =
        scripts.script(
            "script",
            "#!"
                + shell
                + "\n[ -z \"$MCP_N\" ] && exit\nfor n in 0 1; do"
                + " ( echo 0 >/proc/$$/fd/$n ) 2>/dev/null || echo refused; done\n");
    int pid = scripts.warmUp(script, List.of(shell));
    List<Frame> frames = scripts.run(scripts.job(script, List.of(shell), PATH + "MCP_N=1\0"));
    assertEquals(pid, group(frames));
    assertEquals("refused\nrefused\n", output(frames, Frame.Stream.STDOUT));
  }

  @ParameterizedTest
  @CsvSource({"128, false, 128", "129, true, 1", "192, true, 64", "193, false, 193"})
  void a_status_is_a_signal_if_there_is_one_of_that_number(int status, boolean signalled, int code)
      throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\nexit ${MCP_N:-0}\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH + "MCP_N=" + status + "\0"));
    Frame.Exited exited = only(frames, Frame.Exited.class);
    assertEquals(signalled, exited.signalled());
    assertEquals(code, exited.code());
    assertEquals(pid, group(frames));
  }

  @Test
  void a_script_that_closes_its_outputs_is_still_running() throws Exception {
    Path done = scripts.folder().resolve("done");
    Path script =
        scripts.script(
            "script",
            "#!/bin/sh\n[ -z \"$MCP_N\" ] && exit\nexec >&- 2>&-; sleep 0.3; : >"
                + done
                + "; exit 5\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.now(script));
    assertEquals(5, only(frames, Frame.Exited.class).code());
    assertTrue(Files.exists(done));
    assertEquals(pid, group(frames));
  }

  @Test
  void what_comes_out_of_a_long_pipeline_is_all_there() throws Exception {
    Path script = scripts.script("script", "#!/bin/sh\nseq 1 100000 | cat | cat\n");
    int pid = scripts.warmUp(script, SH);
    List<Frame> frames = scripts.run(scripts.job(script, SH, PATH));
    assertEquals(588_895, output(frames, Frame.Stream.STDOUT).length());
    assertEquals(pid, group(frames));
  }
}
