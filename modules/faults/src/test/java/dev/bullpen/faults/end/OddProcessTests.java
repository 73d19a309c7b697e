package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process whose first thread has ended ({@code pthread_exit(3)} in {@code main}) is shown as dead
 * while its other threads go on, has no environment there, and is missed by {@code cgroup.kill}.
 * One that is frozen, by the freezer of cgroups of version 1, is reached by no signal; a helper
 * then ends nothing, and still adopts what its scripts leave. One that is traced ({@code
 * ptrace(2)}) cannot be waited for until its tracer lets it go.
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

  private static final String PARTING = Scripts.FAST + TRACED.replace(" traced ", " parting ");

  /** At most 300 ms later than without a tracer. */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(1);

  /** Says at the gate which process it has left without a marker, and which its helper is. */
  private static final String UNMARKED =
      Scripts.READY
          + "setsid env -i sleep "
          + Scripts.SLEEP_SECONDS
          + " </dev/null >/dev/null 2>&1 &\nready $! $PPID\nexec sleep "
          + Scripts.SLEEP_SECONDS
          + "\n";

  /** Which word at the gate is the pid of the script, or of what it has left. */
  private static final int SCRIPT = 0;

  /** Which one is that of its helper. */
  private static final int HELPER = 1;

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

  static Stream<Arguments> isolationsAndHelpers() {
    return Size.first(
        2,
        arguments("group", true),
        arguments("auto", false),
        arguments("group", false),
        arguments("auto", true));
  }

  @Needs("cc")
  @ParameterizedTest
  @MethodSource("isolationsAndHelpers")
  void one_without_its_first_thread_goes_with_its_job_and_with_a_supervisor_that_is_killed(
      String isolation, boolean helpersLive) {
    try (Rig rig = start(isolation, "")) {
      Job job = rig.begin("leaderless", 2);
      rig.client().cancel(job.id());
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
      rig.assertCalm();
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
  @Test
  void one_that_is_traced_by_its_own_keeps_no_helper_without_a_guard() {
    try (Rig rig = start("group", "guard")) {
      assertNoTracedScriptKeepsItsHelper(rig);
    }
  }

  private static void assertNoTracedScriptKeepsItsHelper(Rig rig) {
    Job job = rig.send("traced");
    assumeTrue(isReady(rig, job), "tracing is not allowed here");
    List<Proc> family = rig.family();
    rig.process().signal(Signal.KILL);
    rig.assertNothing(family, Mark.slack(GONE_WITHIN));
  }

  @Needs("cc")
  @Test
  void
      one_that_is_traced_by_what_it_left_gives_its_result_and_keeps_no_helper_nor_does_one_by_its_own() {
    // On a busy machine a helper may need so long for what it ends that it would be replaced.
    try (Rig rig = start("group", "escalation")) {
      List<Integer> helpers = rig.awaitHelpers(2);
      Job job = rig.send("parting");
      assumeTrue(isReady(rig, job), "tracing is not allowed here");
      Answer answer = rig.await(job);
      assertEquals(List.of("ok"), answer.values());
      Mark.atMost("the result of a traced script", answer.took(), ANSWERED_WITHIN);
      rig.assertGone(job, Mark.slack(GONE_WITHIN));
      assertEquals(helpers, rig.awaitHelpers(2));
      rig.assertCalm();
      assertNoTracedScriptKeepsItsHelper(rig);
    }
  }

  @Needs("cc")
  @Test
  void control_while_its_tracer_lives_its_result_is_not_seen() {
    try (Rig rig = start("group", "adopted")) {
      Job job = rig.send("parting");
      assumeTrue(isReady(rig, job), "tracing is not allowed here");
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(job.id()), Deadline.in(CONTROL))
              .isEmpty(),
          "the control shows nothing");
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
                    .provider("traced", TRACED.formatted(odd()))
                    .provider("parting", PARTING.formatted(odd())),
            launcher -> launcher.workers(2, 2).with("--isolation", isolation).off(off))
        .settled();
  }

  static Stream<Arguments> isolationsAndFrozen() {
    return Size.first(
        2,
        arguments("group", HELPER), // found by the sweep alone
        arguments("auto", SCRIPT),
        arguments("group", SCRIPT),
        arguments("auto", HELPER));
  }

  @ParameterizedTest
  @MethodSource("isolationsAndFrozen")
  void one_that_is_frozen_is_named_and_the_server_ends_without_it(String isolation, int which) {
    Duration fastest = Duration.ofMinutes(1);
    for (int round = 0; round < ROUNDS && fastest.compareTo(ENDS_WITHIN) > 0; round++) {
      Duration took = ended(isolation, which);
      fastest = took.compareTo(fastest) < 0 ? took : fastest;
    }
    assertTrue(fastest.compareTo(ENDS_WITHIN) <= 0, "the fastest of its ends took " + fastest);
  }

  private static Duration ended(String isolation, int which) {
    try (Rig rig = startToFreeze(isolation, "")) {
      Job job = rig.beginTool("hold", 1);
      String pid = job.ready().get(0).split(" ")[which];
      try (Frozen frozen = Frozen.of(pid)) {
        long signalled = System.nanoTime();
        end(rig);
        Duration took = Duration.ofNanos(System.nanoTime() - signalled);
        assertTrue(frozen.isWhole(), "it was let go after " + took);
        assertTrue(Proc.read(Long.parseLong(pid)).isPresent(), "it is gone after " + took);
        rig.process().stderr().assertSays("frozen");
        return took;
      }
    }
  }

  private static Rig startToFreeze(String isolation, String off) {
    assumeTrue(Files.isWritable(FREEZER), "no process can be frozen here");
    return Rig.start(
        project -> project.tool("hold", ToolScripts.HOLD).provider("unmarked", UNMARKED),
        launcher -> launcher.workers(1, 1).with("--isolation", isolation).off(off));
  }

  private static void end(Rig rig) {
    rig.process().signal(Signal.TERM);
    assertEquals(OptionalInt.of(143), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
  }

  static Stream<String> isolations() {
    return Size.first(1, "group", "auto");
  }

  @ParameterizedTest
  @MethodSource("isolations")
  void a_helper_that_is_frozen_is_named_and_its_cancelled_script_goes(String isolation) {
    try (Rig rig = startToFreeze(isolation, "")) {
      assertTrue(isGoneWhenCancelledUnderFrozenHelper(rig, Mark.slack(GONE_WITHIN)));
    }
  }

  @Test
  void control_without_a_sweep_the_script_of_a_frozen_helper_is_seen_to_survive() {
    try (Rig rig = startToFreeze("group", "sweep")) {
      assertFalse(isGoneWhenCancelledUnderFrozenHelper(rig, CONTROL), "the control shows nothing");
    }
  }

  private static boolean isGoneWhenCancelledUnderFrozenHelper(Rig rig, Duration within) {
    Job job = rig.begin(Rig.HOLD, 1);
    String helper = job.ready().get(0).split(" ")[HELPER];
    try (Frozen frozen = Frozen.of(helper)) {
      rig.client().cancel(job.id());
      boolean gone = rig.awaitGone(job, within).none();
      assertTrue(frozen.isWhole(), "the helper was let go");
      rig.process().stderr().assertSays("(pid " + helper + ") was killed but has not ended");
      return gone;
    }
  }

  @Test
  void what_dropped_its_marker_below_a_frozen_helper_goes_when_the_server_ends() {
    try (Rig rig = startToFreeze("group", "")) {
      assertTrue(isGoneWhenEndedUnderFrozenHelper(rig, Mark.slack(GONE_WITHIN)));
    }
  }

  private static boolean isGoneWhenEndedUnderFrozenHelper(Rig rig, Duration within) {
    String[] said = rig.begin("unmarked", 1).ready().get(0).split(" ");
    Proc daemon = Proc.read(Long.parseLong(said[SCRIPT])).orElseThrow();
    assertTrue(
        Poll.until(
            Deadline.in(McpClient.PATIENCE),
            () -> daemon.commandLine().startsWith("sleep") && daemon.environment().isEmpty()));
    try (Frozen frozen = Frozen.of(said[HELPER])) {
      end(rig);
      boolean gone = Poll.until(Deadline.in(within), () -> !daemon.stillRuns());
      assertTrue(frozen.isWhole(), "the helper was let go");
      return gone;
    } finally {
      if (daemon.stillRuns()) {
        Signal.KILL.to(daemon.pid());
      }
    }
  }

  /** A process in a frozen cgroup of version 1, until this is closed. */
  private record Frozen(String folder) implements AutoCloseable {
    /** The kernel takes a moment: until then the state is FREEZING, and a signal may come first. */
    static Frozen of(String pid) {
      Frozen frozen = new Frozen(FREEZER.resolve("bullpen-tests-" + pid).toString());
      try {
        Sh.run(
            "mkdir $1 && echo $2 >$1/cgroup.procs && echo FROZEN >$1/freezer.state",
            frozen.folder,
            pid);
        assertTrue(
            Poll.until(Deadline.in(McpClient.PATIENCE), frozen::isWhole),
            "process " + pid + " does not freeze");
        return frozen;
      } catch (AssertionError e) {
        frozen.close();
        throw e;
      }
    }

    boolean isWhole() {
      return Sh.succeeds("grep -qx FROZEN $1/freezer.state", folder);
    }

    @Override
    public void close() {
      Sh.run(
          "echo THAWED >$1/freezer.state; until rmdir $1 2>/dev/null; do sleep 0.02; done", folder);
    }
  }
}
