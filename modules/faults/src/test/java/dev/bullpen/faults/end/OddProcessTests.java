package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process whose first thread has ended ({@code pthread_exit(3)} in {@code main}) is shown as dead
 * while its other threads go on, has no environment there, and is missed by {@code cgroup.kill}.
 * One that is traced ({@code ptrace(2)}) cannot be waited for until its tracer lets it go.
 */
@Needs("cc")
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

  @TempDir static Path folder;

  private static Path odd;

  @BeforeAll
  static void compile() throws IOException {
    Path source = folder.resolve("odd.c");
    try (InputStream in = OddProcessTests.class.getResourceAsStream("/odd.c")) {
      Files.copy(in, source);
    }
    odd = folder.resolve("odd");
    Sh.run("cc -pthread -o $1 $2", odd.toString(), source.toString());
  }

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
                    .provider("leaderless", LEADERLESS.formatted(odd))
                    .provider("traced", TRACED.formatted(odd)),
            launcher -> launcher.workers(2, 2).with("--isolation", isolation).off(off))
        .settled();
  }
}
