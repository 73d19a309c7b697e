package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code MCPBASH_SERVER_DIR}: another folder in the place of {@code server.d}. */
class ServerFolderTests extends ProjectTest {

  private Path other;

  @BeforeEach
  void a_project_whose_own_folder_says_something_else() throws IOException {
    project
        .tool("x")
        .script("tools/hidden/run.sh")
        .file("server.d/server.meta.json", "{\"name\": \"inside\"}")
        .file("server.d/server.instructions.md", "Inside.");
    other = Files.createDirectory(temporary.toRealPath().resolve("other"));
    ProjectFixture.permit(other, "rwxr-xr-x");
    project.env.put("MCPBASH_SERVER_DIR", other.toString());
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
  }

  private Path file(String name, String text) throws IOException {
    Path file = Files.writeString(other.resolve(name), text);
    ProjectFixture.permit(file, "rw-r--r--");
    return file;
  }

  private PolicyDecision decide() {
    Project open = project.open();
    return open.toolPolicy().decide(open.catalog().tool("x").orElseThrow());
  }

  @Test
  void metadata_and_instructions_are_those_of_the_named_folder() throws IOException {
    file("server.meta.json", "{\"name\": \"outside\"}");
    file("server.instructions.md", "Outside.");
    assertEquals("outside", project.open().identity().name());
    assertEquals(Optional.of("Outside."), project.open().identity().instructions());
  }

  @Test
  void what_the_named_folder_lacks_is_not_taken_from_the_project() {
    assertEquals("project", project.open().identity().name());
    assertEquals(Optional.empty(), project.open().identity().instructions());
  }

  @Test
  void its_policy_is_asked() throws IOException {
    Path policy = file("policy.sh", "mcp_tools_policy_check() { return 1; }");
    PolicyDecision.Ask ask = assertInstanceOf(PolicyDecision.Ask.class, decide());
    assertEquals(policy.toString(), ask.command().get(2));
  }

  @Test
  void its_registration_is_read_and_messages_name_it() throws IOException {
    file(
        "register.json",
        "{\"version\": 1, \"tools\": [{\"name\": \"y\", \"path\": \"x/tool.sh\"}]}");
    assertEquals(List.of("y"), tools());
    Path broken = file("register.json", "{\"version\": 2}");
    assertReportedAt(0, project.catalog().problems(), broken.toString());
  }

  @Test
  void a_registration_that_others_may_write_is_not_believed() throws IOException {
    ProjectFixture.permit(file("register.json", "{\"version\": 1}"), "rw-rw-r--");
    assertReportedAt(0, project.catalog().problems(), "not trusted");
  }

  @Test
  void a_folder_that_others_may_write_is_not_believed_either() throws IOException {
    file("register.json", "{\"version\": 1}");
    ProjectFixture.permit(other, "rwxrwxr-x");
    assertReportedAt(0, project.catalog().problems(), "not trusted because " + other);
  }

  @Test
  void its_register_sh_is_the_one_that_may_be_run() throws IOException {
    assertTrue(project.open().notes().isEmpty(), project.open().notes()::toString);
    Path hook = file("register.sh", "#!/bin/bash");
    assertTrue(
        project.open().notes().stream().anyMatch(said -> said.contains(hook.toString())),
        project.open().notes()::toString);
  }

  @Test
  void it_is_watched_and_the_projects_own_is_not() {
    WatchedFolders watched = project.open().watchedFolders();
    List<Path> parts = watched.parts().stream().map(Folder::path).toList();
    assertTrue(parts.contains(other), parts::toString);
    assertTrue(!parts.contains(project.root.resolve("server.d")), parts::toString);
  }

  @Test
  void one_that_is_not_there_keeps_the_server_from_starting() throws Exception {
    project.open().checkServerFolder();
    Files.delete(other);
    ProjectException e =
        assertThrows(ProjectException.class, () -> project.open().checkServerFolder());
    assertTrue(e.getMessage().contains("MCPBASH_SERVER_DIR names " + other), e::getMessage);
    project.env.put("MCPBASH_SERVER_DIR", "");
    project.open().checkServerFolder();
  }

  @Test
  void one_that_goes_away_later_denies_every_tool() throws IOException {
    Project open = project.open();
    Tool tool = open.catalog().tool("x").orElseThrow();
    assertInstanceOf(PolicyDecision.Allowed.class, open.toolPolicy().decide(tool));
    Files.delete(other);
    assertInstanceOf(PolicyDecision.Denied.class, open.toolPolicy().decide(tool));
  }

  @ParameterizedTest
  @EnumSource
  void neither_a_named_one_nor_the_projects_own_may_be_one_that_cannot_be_read(BrokenFolder kind)
      throws Exception {
    Files.delete(other);
    kind.make(other);
    assertUnreadable(other);
    project.env.remove("MCPBASH_SERVER_DIR");
    project.open().checkServerFolder();
    Path own = project.root.resolve("server.d");
    Files.move(own, temporary.resolve("aside"));
    project.open().checkServerFolder();
    kind.make(own);
    assertUnreadable(own);
  }

  @Test
  void one_that_may_be_entered_and_not_listed_serves() throws Exception {
    assumeTrue(Self.userId() != 0, "root may enter every folder");
    file("server.meta.json", "{\"name\": \"outside\"}");
    ProjectFixture.permit(other, "--x--x--x");
    try {
      project.open().checkServerFolder();
      assertEquals("outside", project.open().identity().name());
      assertInstanceOf(PolicyDecision.Allowed.class, decide());
      ProjectFixture.permit(other, "rw-r--r--");
      assertThrows(ProjectException.class, () -> project.open().checkServerFolder());
    } finally {
      ProjectFixture.permit(other, "rwxr-xr-x");
    }
  }

  private void assertUnreadable(Path folder) {
    ProjectException e =
        assertThrows(ProjectException.class, () -> project.open().checkServerFolder());
    assertTrue(e.getMessage().contains(folder.toString()), e::getMessage);
    assertTrue(e.getMessage().contains("nothing is served"), e::getMessage);
    Catalog catalog = project.catalog();
    assertEquals(List.of(), catalog.tools());
    assertTrue(
        catalog.problems().get(0).startsWith(folder.resolve("register.json") + ": "),
        catalog.problems()::toString);
  }
}
