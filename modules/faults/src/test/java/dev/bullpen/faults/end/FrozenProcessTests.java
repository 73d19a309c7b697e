package dev.bullpen.faults.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A script's process is frozen, by the freezer of cgroups of version 1: no signal reaches it. */
class FrozenProcessTests {
  private static final Path FREEZER = Path.of("/sys/fs/cgroup/freezer");

  /** Three seconds are promised; two are for a busy machine, whatever slack it is given. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(5);

  /** A busy machine does not make each of them late. */
  private static final int ROUNDS = 3;

  @ParameterizedTest
  @ValueSource(strings = {"group", "auto"})
  void the_server_names_it_and_ends_without_it(String isolation) {
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
