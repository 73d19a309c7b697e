package dev.bullpen.faults.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Editor;
import dev.bullpen.faults.fixture.Examples;
import dev.bullpen.faults.fixture.Listed;
import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.faults.fixture.Notices;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The examples of what a project says of itself, and how it changes. */
@Needs("bash")
class RegistrationExamplesTests {
  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_file_names_everything(Revision revision) {
    try (Rig rig = Examples.start(revision, "registration", root -> {}).settled()) {
      assertEquals(List.of("greet"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals("Hello, Ada!\n", rig.client().callTool("greet", "{'name':'Ada'}").text());
      assertEquals(List.of("ada"), rig.client().complete("welcome", "name", "a").values());
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_script_finds_out_if_the_operator_lets_it(Revision revision) {
    for (String allowed : List.of("true", "")) {
      try (Rig rig =
          Examples.start(
                  revision,
                  "registration-hook",
                  ProjectFixture::unregistered,
                  launcher -> launcher.environment("MCPBASH_ALLOW_PROJECT_HOOKS", allowed))
              .settled()) {
        List<String> expected = allowed.isEmpty() ? List.of() : List.of("say-morning", "say-night");
        assertEquals(expected, Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
        if (!allowed.isEmpty()) {
          assertEquals(
              "Good night, Ann\n", rig.client().callTool("say-night", "{'name':'Ann'}").text());
        }
        rig.assertCalm();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void what_a_hook_looks_at_may_change_as_well(Revision revision) {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Examples.start(
            revision,
            "registration-hook",
            project -> editor.set(new Editor(project.unregistered().root())),
            launcher -> launcher.environment("MCPBASH_ALLOW_PROJECT_HOOKS", "true"))) {
      assertEquals(2, Listed.TOOLS.names(Listed.TOOLS.first(rig.client())).size());
      Notices notices = new Notices(rig.process());
      String tag = Examples.listen(revision, notices);
      String hook = "server.d/register.sh";
      String text = editor.get().text(hook);
      long now =
          editor
              .get()
              .put(
                  hook,
                  project ->
                      project.script(hook, text.replace("Says good", "Says, as one does, good")));
      notices.reach(now, Notices.TOOLS, tag);
      notices.assertNoMore();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_tool_edits_the_project_and_clients_hear_of_it(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "change-notices")) {
      Notices notices = new Notices(rig.process());
      String tag = Examples.listen(revision, notices);
      String arguments = "{'title':'bread','text':'Buy bread.'}";
      assertFalse(rig.client().callTool("note", arguments).isError());
      long noted = System.nanoTime(); // by now it is, however long the script took to start
      notices.reach(noted, Notices.RESOURCES, tag);
      assertTrue(Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())).contains("bread"));
      assertFalse(rig.client().callTool("forget", "{'title':'bread'}").isError());
      long forgotten = System.nanoTime();
      notices.reach(forgotten, Notices.RESOURCES, tag);
      notices.assertNoMore();
      assertFalse(Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())).contains("bread"));
    }
  }
}
