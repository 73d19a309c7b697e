package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process whose first thread has ended ({@code pthread_exit(3)} in {@code main}) is shown as dead
 * while its other threads go on, has no environment there, and is missed by {@code cgroup.kill}.
 * One that is frozen, by the freezer of cgroups of version 1, is reached by no signal. One that is
 * traced ({@code ptrace(2)}) cannot be waited for until its tracer lets it go.
 */
class OddProcessTests {
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);

  /** In which what is left would have gone, were anything to end it. */
  private static final Duration CONTROL = Duration.ofMillis(1500);

  /** The script, and what it leaves beside it; a line each. */
  private static final String LEADERLESS =
      "for words in beside itself; do\n"
          + "  set -- leaderless "
          + Scripts.SLEEP_SECONDS
          + " \"$MCP_TEST_GATE\" \"$MCP_COMPLETION_QUERY $words\"\n"
          + "  [ $words = itself ] || '%1$s' \"$@\" &\n"
          + "done\nexec '%1$s' \"$@\"\n";

  private static final String TRACED =
      "exec '%1$s' traced "
          + Scripts.SLEEP_SECONDS
          + " \"$MCP_TEST_GATE\" \"$MCP_COMPLETION_QUERY traced\"\n";
  private static final Path FREEZER = Path.of("/sys/fs/cgroup/freezer");

  /** Three seconds are promised; two are for a busy machine, whatever slack it is given. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(5);

  /** A busy machine does not make each of them late. */
  private static final int ROUNDS = 3;

  @TempDir static Path folder;

  /** Made by the first test that needs it. */
  private static Path odd() {
    Path odd = folder.resolve("odd");
    if (Files.notExists(odd)) {
      Path source = folder.resolve("odd.c");
      try (InputStream in = OddProcessTests.class.getResourceAsStream("/odd.c")) {
        Files.copy(in, source);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Sh.run("cc -pthread -o $1 $2", odd.toString(), source.toString());
    }
    return odd;
  }

  @Needs("cc")
  @ParameterizedTest
  @ValueSource(strings = {"group", "auto"})
  void one_without_its_first_thread_goes_when_its_job_is_cancelled(String isolation) {
    try (Rig rig = start(isolation, "")) {
      Job job = rig.begin("leaderless", 2);
      rig.client().cancel(job.id());
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
      rig.assertCalm();
    }
  }

  @Needs("cc")
  @ParameterizedTest
  @CsvSource({"group,true", "group,false", "auto,true", "auto,false"})
  void one_without_its_first_thread_goes_when_the_supervisor_is_killed(
      String isolation, boolean helpersLive) {
    try (Rig rig = start(isolation, "")) {
      rig.begin("leaderless", 2);
      List<Proc> family = rig.family();
      // Nobody but the guard is there to do something.
      rig.helpers().forEach(one -> (helpersLive ? Signal.STOP : Signal.KILL).to(one.pid()));
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
    }
  }

  @Needs("cc")
  @Test
  void control_without_a_guard_it_is_seen_to_survive() {
    try (Rig rig = start("group", "guard")) {
      rig.begin("leaderless", 2);
      List<Proc> family = rig.family();
      rig.helpers().forEach(one -> Signal.KILL.to(one.pid()));
      rig.process().signal(Signal.KILL);
      assertFalse(rig.awaitNothing(family, CONTROL).none(), "the control shows nothing");
    }
  }

  @Needs("cc")
  @ParameterizedTest
  @ValueSource(strings = {"", "guard"})
  void one_that_is_traced_by_its_own_keeps_no_helper(String off) {
    try (Rig rig = start("group", off)) {
      Job job = rig.send("traced");
      assumeTrue(isReady(rig, job), "nobody may trace here");
      List<Proc> family = rig.family();
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, Mark.slack(GONE_WITHIN));
    }
  }

  private static boolean isReady(Rig rig, Job job) {
    try {
      rig.ready(job, 1, Duration.ofSeconds(10));
      return true;
    } catch (AssertionError notTraced) {
      return false;
    }
  }

  private static Rig start(String isolation, String off) {
    return Rig.start(
            project ->
                project
                    .provider("leaderless", LEADERLESS.formatted(odd()))
                    .provider("traced", TRACED.formatted(odd())),
            launcher -> launcher.workers(2, 2).with("--isolation", isolation).off(off))
        .settled();
  }

  @ParameterizedTest
  @ValueSource(strings = {"group", "auto"})
  void one_that_is_frozen_is_named_and_the_server_ends_without_it(String isolation) {
    assumeTrue(Files.isWritable(FREEZER), "no process can be frozen here");
    Duration fastest = Duration.ofMinutes(1);
    for (int round = 0; round < ROUNDS && fastest.compareTo(ENDS_WITHIN) > 0; round++) {
      Duration took = ended(isolation);
      fastest = took.compareTo(fastest) < 0 ? took : fastest;
    }
    assertTrue(fastest.compareTo(ENDS_WITHIN) <= 0, "the fastest of its ends took " + fastest);
  }

  private static Duration ended(String isolation) {
    try (Rig rig =
        Rig.start(
            project -> project.tool("hold", ToolScripts.HOLD),
            launcher -> launcher.workers(1, 1).with("--isolation", isolation))) {
      Job job = rig.beginTool("hold", 1);
      String pid = job.ready().get(0).split(" ")[1];
      String folder = FREEZER.resolve("bullpen-tests-" + pid).toString();
      try {
        freeze(folder, pid);
        long signalled = System.nanoTime();
        rig.process().signal(Signal.TERM);
        assertEquals(OptionalInt.of(143), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
        Duration took = Duration.ofNanos(System.nanoTime() - signalled);
        assertTrue(
            Proc.read(Long.parseLong(pid)).isPresent(),
            "the freezer has let go of it after " + took);
        rig.process().stderr().assertSays("frozen");
        return took;
      } finally {
        Sh.run(
            "echo THAWED >$1/freezer.state; until rmdir $1 2>/dev/null; do sleep 0.02; done",
            folder);
      }
    }
  }

  /** The kernel takes a moment: until then the state is FREEZING, and a signal may come first. */
  private static void freeze(String folder, String pid) {
    Sh.run("mkdir $1 && echo $2 >$1/cgroup.procs && echo FROZEN >$1/freezer.state", folder, pid);
    assertTrue(
        Poll.until(
            Deadline.in(McpClient.PATIENCE),
            () -> Sh.succeeds("grep -qx FROZEN $1/freezer.state", folder)),
        "process " + pid + " does not freeze");
  }
}
