package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder a server was started in is removed, as that of a worktree. */
class CurrentFolderRemovedTests {
  private static final String PRINTS_FOLDER = "pwd -P\n";

  @TempDir Path folder;

  @Test
  void helpers_and_guard_that_die_are_replaced_and_scripts_have_the_project_as_ever() {
    try (Rig rig = start("mkdir \"$0\" && cd \"$0\" && exec \"$@\"")) {
      String before = rig.client().callTool("where", "{}").text();
      Sh.run("rmdir \"$1\"", work());
      List<Integer> old = rig.awaitHelpers(2);
      Proc guard = rig.guard().orElseThrow();
      old.forEach(pid -> Signal.KILL.to(pid));
      Signal.KILL.to(guard.pid());
      assertServes(rig, before);
      assertTrue(rig.awaitHelpers(2).stream().noneMatch(old::contains));
      assertTrue(
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> rig.guard().filter(other -> other.pid() != guard.pid()).isPresent()));
      assertEnds(rig);
    }
  }

  @Test
  void a_server_may_be_started_in_one_that_is_gone_already() {
    try (Rig rig = start("mkdir \"$0\" && cd \"$0\" && rmdir \"$0\" && exec \"$@\"")) {
      assertFalse(rig.client().callTool("where", "{}").isError());
      assertEnds(rig);
    }
  }

  private static void assertServes(Rig rig, String where) {
    assertTrue(
        Poll.until(
            Deadline.in(McpClient.PATIENCE),
            () -> rig.client().callTool("where", "{}").text().equals(where)),
        "no tool is served: " + rig.client().callTool("where", "{}"));
  }

  private static void assertEnds(Rig rig) {
    List<Proc> family = rig.family();
    rig.process().closeStdin();
    assertEquals(OptionalInt.of(0), rig.process().awaitExit(Deadline.in(McpClient.PATIENCE)));
    rig.assertNothing(family, McpClient.PATIENCE);
  }

  private String work() {
    return folder.resolve("work").toString();
  }

  private Rig start(String script) {
    return Rig.start(
            project -> project.tool("where", PRINTS_FOLDER),
            launcher -> launcher.workers(2, 2).by("/bin/sh", "-c", script, work()))
        .settled();
  }
}
