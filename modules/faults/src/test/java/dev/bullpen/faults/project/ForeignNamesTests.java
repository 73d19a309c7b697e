package dev.bullpen.faults.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Editor;
import dev.bullpen.faults.fixture.Listed;
import dev.bullpen.faults.fixture.Notices;
import dev.bullpen.faults.fixture.Sh;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Files whose names the server's locale has no characters for: everything else is served. */
class ForeignNamesTests {
  private static final String SET = "Set LC_ALL=C.UTF-8";

  /** What a folder has of foreign files; made by a shell, for which names are bytes. */
  private static final String MAKE =
      "cd \"$1\" && n=$(printf '\\303\\274') && mkdir -p resources \"ui/$n\" \"tools/$n\""
          + " && echo u >\"prompts/$n.txt\" && echo u >\"tools/plain/README-$n.md\""
          + " && echo u >\"resources/$n.txt\" && echo u >\"ui/$n/index.html\""
          + " && cp tools/plain/tool.* \"tools/$n\"";

  @Test
  void in_the_locale_c_they_are_left_out_with_a_word_each() {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig = start(root, true)) {
      assertServed(rig);
      for (String name : List.of("prompts", "tools", "tools/plain", "resources", "ui")) {
        rig.process().stderr().assertSays("project/" + name);
      }
      rig.process().stderr().assertSays(SET);
      String found =
          Sh.failed(
              "LC_ALL=C exec \"$1\" validate --project \"$2\"",
              Launcher.packaged().command().get(0),
              root.get().toString());
      assertTrue(found.contains(SET) && !found.contains("Exception"), found);
    }
  }

  @Test
  void one_that_comes_while_serving_keeps_no_later_change_from_being_seen() {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig = start(root, false)) {
      assertServed(rig);
      Sh.run(MAKE, root.get().toString());
      new Editor(root.get()).put("tools/later", made -> made.tool("later", ToolScripts.HELLO));
      assertTrue(
          rig.process()
              .transcript()
              .awaitMessage(Notices.TOOLS, 0, Deadline.in(McpClient.PATIENCE))
              .isPresent());
      assertEquals(List.of("later", "plain"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      rig.process().stderr().assertSays(SET);
    }
  }

  private static void assertServed(Rig rig) {
    assertEquals(List.of("plain"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
    assertEquals(
        List.of(Rig.FAST, Rig.HOLD), Listed.PROMPTS.names(Listed.PROMPTS.first(rig.client())));
    assertEquals(List.of(), Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())));
    assertTrue(!rig.client().callTool("plain", "{}").failed());
  }

  private static Rig start(AtomicReference<Path> root, boolean foreign) {
    return Rig.start(
        Revision.V2025_11_25,
        project -> make(project, root, foreign),
        launcher -> launcher.workers(1, 1).environment("LC_ALL", "C"));
  }

  private static void make(ProjectFixture project, AtomicReference<Path> root, boolean foreign) {
    project.tool("plain", ToolScripts.HELLO);
    root.set(project.root());
    if (foreign) {
      Sh.run(MAKE, project.root().toString());
    }
  }
}
