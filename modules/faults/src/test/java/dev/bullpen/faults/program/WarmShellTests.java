package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that a shell held ready sources, and what becomes of that shell. */
@Needs("setsid")
class WarmShellTests {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Before the time of a script is over, by which it would be ended as well. */
  private static final Duration GONE = Duration.ofSeconds(9);

  /** Answers its shell's pid, until it is told to misbehave. */
  private static final String UNTIL_TOLD =
      "[ -e state/misbehave ] || { printf '[\"%s\"]\\n' $$; exit; }\n";

  private static final String RUNAWAY =
      UNTIL_TOLD
          + Scripts.DAEMON.replace("exec sleep " + Scripts.SLEEP_SECONDS + "\n", "")
          + "while :; do :; done\n";

  private static final String LEAVES_A_CHILD =
      UNTIL_TOLD + "sleep " + Scripts.SLEEP_SECONDS + " &\n" + Scripts.FAST;

  /** Until what jobs run through is compiled. */
  private static final int SETTLING = 60;

  /** What the JVM may still come to need. A buffer of a pipe's size for each job is much more. */
  private static final long BREATH_KIB = 4 * 1024;

  private final AtomicReference<Path> root = new AtomicReference<>();

  private Rig start(String name, String script, String off) {
    return Rig.start(
            project -> {
              root.set(project.root());
              warm(project.file("state/there", ""), name, script);
            },
            launcher -> launcher.workers(1, 1).off(off))
        .settled();
  }

  private static ProjectFixture warm(ProjectFixture project, String name, String script) {
    String path = "completions/" + name + ".sh";
    return project
        .prompt(name, "query")
        .script(path, script)
        .entry(
            "completions",
            Messages.json("{'name':'%s','path':'%s','timeoutSecs':10,'warm':true}", name, path));
  }

  private void misbehave(boolean from) throws Exception {
    Path sign = root.get().resolve("state/misbehave");
    if (from) {
      Files.createFile(sign);
    } else {
      Files.delete(sign);
    }
  }

  /** Ask until two answers in a row are of one shell; its pid. */
  private static int warmUp(Rig rig, String provider) {
    Deadline deadline = Deadline.in(PATIENCE);
    AtomicReference<List<String>> last = new AtomicReference<>(List.of());
    boolean warm =
        Poll.until(
            deadline,
            () -> {
              Answer answer = rig.await(rig.send(provider));
              assertEquals(1, answer.values().size(), answer.message().toString());
              return answer.values().equals(last.getAndSet(answer.values()));
            });
    assertTrue(warm, "no shell was held ready");
    return Integer.parseInt(last.get().get(0));
  }

  private static void assertGone(int pid) {
    assertTrue(Poll.until(Deadline.in(GONE), () -> Proc.read(pid).isEmpty()), pid + " is there");
  }

  @Test
  void a_cancelled_runaway_takes_its_daemon_and_its_shell_along_and_the_next_job_is_answered()
      throws Exception {
    try (Rig rig = start("runaway", RUNAWAY, "")) {
      for (int round = 0; round < Size.repeat(3, 100); round++) {
        int shell = warmUp(rig, "runaway");
        misbehave(true);
        Job job = rig.begin("runaway", 2);
        assertTrue(
            job.ready().stream().anyMatch(line -> line.endsWith("script " + shell)),
            job.ready() + " by " + shell);
        rig.client().cancel(job.id());
        rig.assertGone(job, GONE);
        assertGone(shell);
        misbehave(false);
        assertNotEquals(shell, warmUp(rig, "runaway"));
        assertEquals(0, rig.client().answers(job.id()));
      }
      rig.assertCalm();
    }
  }

  @Test
  void control_without_group_and_clean_up_something_survives() throws Exception {
    try (Rig rig = start("runaway", RUNAWAY, "group,adopted,sweep,escalation")) {
      warmUp(rig, "runaway");
      misbehave(true);
      Job job = rig.begin("runaway", 2);
      rig.client().cancel(job.id());
      Sighting sighting = rig.awaitGone(job, Duration.ofMillis(1500));
      assertFalse(sighting.none(), "the control shows nothing: all were gone");
    }
  }

  @Test
  void a_child_that_is_left_behind_goes_with_the_shell() throws Exception {
    try (Rig rig = start("leaves", LEAVES_A_CHILD, "")) {
      for (int round = 0; round < Size.repeat(3, 100); round++) {
        int shell = warmUp(rig, "leaves");
        misbehave(true);
        Job job = rig.send("leaves");
        assertEquals(List.of("ok"), rig.await(job).values());
        rig.assertGone(job, GONE);
        assertGone(shell);
        misbehave(false);
      }
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void idle_shells_end_with_a_supervisor_that_is_killed(boolean helpersStopped) {
    try (Rig rig = start("quick", UNTIL_TOLD, "")) {
      int shell = warmUp(rig, "quick");
      List<Proc> family = rig.family();
      assertTrue(family.stream().anyMatch(process -> process.pid() == shell), family.toString());
      if (helpersStopped) {
        rig.helpers().forEach(helper -> Signal.STOP.to(helper.pid()));
      }
      rig.process().signal(Signal.KILL);
      rig.assertNothing(family, GONE);
    }
  }

  @Test
  void a_helper_that_is_killed_takes_its_idle_shells_along() {
    try (Rig rig = start("quick", UNTIL_TOLD, "")) {
      int shell = warmUp(rig, "quick");
      rig.helpers().forEach(helper -> Signal.KILL.to(helper.pid()));
      assertGone(shell);
      assertNotEquals(shell, warmUp(rig, "quick"));
      rig.assertCalm();
    }
  }

  @Test
  void a_helper_is_no_larger_after_hundreds_of_jobs_of_its_shell() {
    try (Rig rig = start("often", UNTIL_TOLD, "")) {
      int shell = warmUp(rig, "often");
      complete(rig, "often", SETTLING);
      long helper = rig.helpers().get(0).pid();
      long before = Footprint.of(helper).residentKib();
      complete(rig, "often", 4 * SETTLING);
      long growth = Footprint.of(helper).residentKib() - before;
      assertEquals(shell, warmUp(rig, "often"), "all of them were its jobs");
      assertTrue(growth < BREATH_KIB, "it grew from %d KiB by %d".formatted(before, growth));
      rig.assertCalm();
    }
  }

  private static void complete(Rig rig, String provider, int times) {
    for (int i = 0; i < times; i++) {
      assertEquals(1, rig.await(rig.send(provider)).values().size());
    }
  }
}
