package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A container with little memory, in which a server is started as anybody would start it. */
class SmallContainerTests {
  private static final int MEBIBYTES = 256;
  private static final int CALLS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void a_server_greets_runs_ten_tools_and_leaves_nothing() {
    Optional<MemoryCgroup> container = MemoryCgroup.of(MEBIBYTES);
    assumeTrue(container.isPresent(), "no cgroup with a bound for memory can be made here");
    try (MemoryCgroup small = container.get();
        Rig rig =
            Rig.start(
                project -> project.tool("hello", ToolScripts.HELLO),
                launcher -> launcher.by(small.starter()))) {
      List<Job> jobs = Stream.generate(() -> rig.sendTool("hello")).limit(CALLS).toList();
      for (Job job : jobs) {
        assertEquals("hello", rig.await(job).text().strip());
      }
      assertFalse(rig.client().ping().failed());
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(PATIENCE)));
      rig.assertNothing(family, PATIENCE);
    }
  }
}
