package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** F15: helpers are killed while they have a job. */
@Tag("F15")
class HelperKilledMidJobTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(HelperKilledMidJobTests::project, launcher -> launcher.workers(1, 1));

  private static final Duration REPLACED_WITHIN = Duration.ofSeconds(1);

  /** Some of a job's time, so that kills hit every part of it. */
  private static final Duration LATEST_KILL = Duration.ofMillis(15);

  private static final int ROUNDS = Size.repeat(10, 1000);

  /** By chance none of the first may hit a job. */
  private static final int MOST_ROUNDS = 3 * ROUNDS;

  private static final int VALUES = 100;

  /** A hundred values in pieces, so that there are many frames. */
  private static final String IN_PIECES =
      "printf '['\ni=1\nwhile [ $i -lt "
          + VALUES
          + " ]; do printf '\"value %04d\",' $i; i=$((i+1)); done\nprintf '\"last\"]\\n'\n";

  /**
   * Has the end of its helper for itself until its own (ptrace(2), PTRACE_SEIZE), and stays; says
   * the helper's pid, and 0 if it could.
   */
  private static final String TRACES =
      "exec python3 -c '\n"
          + "import ctypes, os, time\n"
          + "trace = ctypes.CDLL(None).ptrace\n"
          + "trace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]\n"
          + "helper = os.getppid()\n"
          + "result = trace(0x4206, helper, None, None)\n"
          + "with open(os.environ[\"MCP_TEST_GATE\"], \"w\") as gate:\n"
          + "  gate.write(\"%s %d %d\\n\" % (os.environ[\"MCP_COMPLETION_QUERY\"], helper, result))\n"
          + "time.sleep("
          + Scripts.SLEEP_SECONDS
          + ")\n'\n";

  private static final String TELLS_ITS_MARK =
      Scripts.READY + "ready $PPID $BULLPEN_JOB\nexec sleep " + Scripts.SLEEP_SECONDS + "\n";
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(3);

  @Test
  void the_job_fails_as_killed_and_a_replacement_is_ready_soon() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    List<Duration> replaced = new ArrayList<>();
    for (int round = 0; round < Size.repeat(2, 1000); round++) {
      Job job = rig.begin(Rig.HOLD, 1);
      long killed = System.nanoTime();
      Signal.KILL.to(Long.parseLong(job.ready().get(0).split(" ")[1]));
      Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
      assertEquals(Optional.of("killed"), answer.reason(), answer.message().toString());
      Answer next = rig.client().complete(Rig.FAST, "query", "next");
      assertEquals(List.of("ok"), next.values(), next.message().toString());
      replaced.add(Duration.ofNanos(System.nanoTime() - killed));
      rig.assertGone(job, Mark.slack(REPLACED_WITHIN));
      assertEquals(1, rig.client().answers(job.id()));
    }
    Percentiles percentiles =
        Percentiles.of(replaced).report("F15 only helper killed, next completion answered after");
    Mark.atMost("F15 until a replacement has served, p99", percentiles.p99(), REPLACED_WITHIN);
    rig.assertCalm();
  }

  @Test
  void of_a_signal_that_is_no_crash_the_answer_and_the_log_give_the_name() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.begin(Rig.HOLD, 1);
    Sh.run("kill -USR1 $1", job.ready().get(0).split(" ")[1]);
    Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
    assertEquals(Optional.of("killed"), answer.reason(), answer.message().toString());
    assertTrue(answer.errorText().contains("SIGUSR1"), answer.message().toString());
    rig.process().stderr().assertSays("killed, signal 10 (SIGUSR1)");
  }

  @Test
  void whenever_it_is_killed_there_is_exactly_one_answer_and_never_half_a_line() {
    Chance chance = Chance.of("F15 random kills");
    int killed = 0;
    List<Job> jobs = new ArrayList<>();
    List<Proc> victims = new ArrayList<>();
    try (Rig rig = start(2, "")) {
      for (int round = 0; round < ROUNDS || killed == 0 && round < MOST_ROUNDS; round++) {
        Job job = rig.send("in-pieces");
        Chance.pass(chance.between(Duration.ZERO, LATEST_KILL));
        killAnyHelper(rig, chance).ifPresent(victims::add);
        Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
        if (answer.reason().equals(Optional.of("boot"))) {
          // Three in a row were killed that had done nothing yet, and then the last that had.
          awaitServed(rig);
        } else if (answer.failed()) {
          assertEquals(Optional.of("killed"), answer.reason(), answer.message().toString());
          killed++;
        } else {
          assertEquals(VALUES, answer.completion().path("total").asInt(0), answer.toString());
        }
        jobs.add(job);
      }
      System.out.printf("[measured] F15 %d of %d random kills hit a job%n", killed, jobs.size());
      assertTrue(killed > 0, "no kill hit a job: nothing was tested");
      awaitBuried(victims);
      rig.assertCapacity(2);
      rig.assertCalm();
      jobs.forEach(job -> assertEquals(1, rig.client().answers(job.id()), job.toString()));
      assertTrue(
          rig.process().transcript().received().stream().allMatch(line -> line.json().isPresent()),
          "not every line was JSON");
    }
  }

  @Needs("python3")
  @Test
  void a_helper_that_is_traced_by_its_own_script_is_buried_with_it() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.begin("traces", 1);
    String[] said = job.ready().get(0).split(" ");
    assumeTrue(said[1].equals("0"), "nobody may trace another process here");
    Signal.KILL.to(Long.parseLong(said[0]));
    assertEquals(Optional.of("killed"), rig.await(job).reason());
    assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "next").values());
    rig.assertGone(job, McpClient.PATIENCE);
    rig.assertCalm();
  }

  @Test
  void what_carries_the_mark_of_its_job_is_ended_wherever_it_is() {
    assertTrue(elsewhereEnds(RIGS.of(Revision.V2025_11_25), McpClient.PATIENCE));
  }

  @Test
  void control_without_the_sweep_what_is_elsewhere_stays() {
    try (Rig rig = start(1, "sweep")) {
      assertFalse(elsewhereEnds(rig, Duration.ofSeconds(2)), "the control shows nothing");
    }
  }

  private static boolean elsewhereEnds(Rig rig, Duration within) {
    Job job = rig.begin("tells-its-mark", 1);
    String[] said = job.ready().get(0).split(" ");
    try (Elsewhere elsewhere = Elsewhere.with("BULLPEN_JOB", said[1])) {
      Signal.KILL.to(Long.parseLong(said[0]));
      assertEquals(Optional.of("killed"), rig.await(job).reason());
      return elsewhere.ends(within);
    }
  }

  @Test
  void control_without_replacement_the_job_is_never_answered() {
    try (Rig rig = start(1, "replacement")) {
      Job job = rig.begin(Rig.HOLD, 1);
      Signal.KILL.to(Long.parseLong(job.ready().get(0).split(" ")[1]));
      assertTrue(
          rig.process()
              .transcript()
              .awaitResponse(Long.toString(job.id()), Deadline.in(Duration.ofSeconds(1)))
              .isEmpty(),
          "the control shows nothing: the job was answered");
    }
  }

  private static Optional<Proc> killAnyHelper(Rig rig, Chance chance) {
    List<Proc> helpers = rig.helpers();
    if (helpers.isEmpty()) {
      return Optional.empty();
    }
    Proc victim = helpers.get(chance.below(helpers.size()));
    Signal.KILL.to(victim.pid());
    return Optional.of(victim);
  }

  private static void awaitServed(Rig rig) {
    assertTrue(
        Poll.until(
            Deadline.in(McpClient.PATIENCE),
            () -> !rig.client().complete(Rig.FAST, "query", "").failed()),
        "no helper comes up");
  }

  /** Until the server has taken note of a death it may still hand that helper a job. */
  private static void awaitBuried(List<Proc> victims) {
    assertTrue(
        Poll.until(
            Deadline.in(McpClient.PATIENCE),
            () -> victims.stream().noneMatch(HelperKilledMidJobTests::isThere)),
        "a killed helper was not waited for");
  }

  private static boolean isThere(Proc victim) {
    return Proc.read(victim.pid()).filter(now -> now.start() == victim.start()).isPresent();
  }

  private static void project(ProjectFixture project) {
    project
        .provider("in-pieces", IN_PIECES)
        .provider("tells-its-mark", TELLS_ITS_MARK)
        .provider("traces", TRACES);
  }

  private static Rig start(int helpers, String off) {
    return Rig.start(
            HelperKilledMidJobTests::project,
            launcher -> launcher.workers(helpers, helpers).off(off))
        .settled();
  }

  @Test
  void where_the_starter_of_the_server_ignores_sigchld_a_killed_helper_is_noticed_all_the_same() {
    try (Rig rig =
        Rig.start(
                project -> {},
                launcher ->
                    launcher
                        .workers(1, 1)
                        .by("bash", "-c", "trap '' CHLD; exec \"$BASH\" \"$@\"", "bash"))
            .settled()) {
      Job job = rig.begin(Rig.HOLD, 1);
      Signal.KILL.to(Long.parseLong(job.ready().get(0).split(" ")[1]));

      Answer answer = rig.client().await(job.id(), Mark.slack(NOTICED_WITHIN));

      assertEquals(Optional.of("killed"), answer.reason(), answer.message().toString());
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "next").values());
      rig.assertCalm();
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, McpClient.PATIENCE);
    }
  }
}
