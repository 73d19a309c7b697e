package dev.bullpen.faults.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A registration that is broken is told to every caller, and to the operator once. */
class BrokenRegistrationTests {
  private static final String FILE = "server.d/register.json";
  private static final String FAULT = "\"version\" is not 1";

  @Test
  void it_is_said_once_until_the_file_changes() {
    AtomicReference<ProjectFixture> made = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> made.set(project.unregistered().file(FILE, "{\"version\": 2}")),
            launcher -> launcher.workers(1, 1))) {
      assertTrue(rig.client().call("tools/list", Messages.json("{}")).failed());
      assertTrue(rig.client().call("prompts/list", Messages.json("{}")).failed());
      assertTrue(rig.client().call("resources/list", Messages.json("{}")).failed());
      assertTrue(rig.client().callTool("any", "{}").failed());
      assertTrue(rig.client().complete("any", "query", "").failed());
      assertTrue(rig.client().call("prompts/get", Messages.json("{'name':'any'}")).failed());

      made.get().file(FILE, "{\"version\": 1, \"tolls\": []}");
      // The log is written in order: what comes before this line has been written.
      rig.process().stderr().assertSays("unknown key \"tolls\"");
      String log = rig.process().stderr().text();
      assertEquals(1, log.split(FAULT, -1).length - 1, log);
    }
  }
}
