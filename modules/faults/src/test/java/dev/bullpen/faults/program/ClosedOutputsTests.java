package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.proc.CpuTime;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** F9: a tool closes its outputs and runs on. */
@Tag("F9")
class ClosedOutputsTests {
  /** A fiftieth of the time may be used by whoever waits, and two ticks of the kernel's clock. */
  private static final int SHARE = 50;

  private static final Duration TICKS = Duration.ofMillis(20);

  private static final Duration IDLE_WITHIN = Duration.ofSeconds(20);

  private static void project(ProjectFixture project) {
    project
        .tool("fails", ToolScripts.READY + "exec >&- 2>&-\nenter $$ $PPID\nexit 7\n")
        .tool("works", ToolScripts.READY + "echo early\nexec >&- 2>&-\nenter $$ $PPID\nexit 0\n");
  }

  @Test
  void it_is_answered_when_it_ends_with_its_own_exit_code_and_nobody_spins_meanwhile() {
    Duration runs = Duration.ofSeconds(Size.repeat(1, 5));
    try (Rig rig = start()) {
      Job job = rig.beginTool("fails", 1);
      long helper = Long.parseLong(job.ready().get(0).split(" ")[1]);
      // What the call's start has left to be done, such as compiling, ends; who spins does not.
      assertTrue(
          Poll.until(Deadline.in(IDLE_WITHIN), () -> areIdle(rig, job, helper, runs)),
          "they were never idle for " + runs);
      rig.letThrough(job);
      Answer answer = rig.await(job);
      assertTrue(answer.isError(), answer.message().toString());
      assertEquals(7, answer.meta().path("exitCode").asInt(-1), answer.message().toString());
      rig.assertCalm();
    }
  }

  @Test
  void what_it_said_before_is_its_answer() {
    try (Rig rig = start()) {
      Job job = rig.beginTool("works", 1);
      rig.letThrough(job);
      Answer answer = rig.await(job);
      assertFalse(answer.isError(), answer.message().toString());
      assertEquals("early\n", answer.text());
      rig.assertCalm();
    }
  }

  /** Whether both are in that time, in which there is no answer either. */
  private static boolean areIdle(Rig rig, Job job, long helper, Duration time) {
    long supervisor = rig.process().pid();
    Duration helperBefore = CpuTime.of(helper);
    Duration supervisorBefore = CpuTime.of(supervisor);
    Map<String, Duration> threadsBefore = CpuTime.ofThreads(supervisor);
    assertTrue(
        rig.process()
            .transcript()
            .awaitResponse(Long.toString(job.id()), Deadline.in(time))
            .isEmpty(),
        "it was answered before it had ended");
    boolean isSupervisorIdle =
        isIdle("supervisor", CpuTime.of(supervisor).minus(supervisorBefore), time);
    if (!isSupervisorIdle) {
      System.out.println("its threads before and after:");
      System.out.println(threadsBefore);
      System.out.println(CpuTime.ofThreads(supervisor));
    }
    return isIdle("helper", CpuTime.of(helper).minus(helperBefore), time) && isSupervisorIdle;
  }

  private static boolean isIdle(String who, Duration used, Duration of) {
    System.out.printf("[measured] F9 the %s used %s of %s%n", who, used, of);
    return used.minus(TICKS).compareTo(of.dividedBy(SHARE)) <= 0;
  }

  private static Rig start() {
    return Rig.start(ClosedOutputsTests::project, launcher -> launcher.workers(2, 2)).settled();
  }
}
