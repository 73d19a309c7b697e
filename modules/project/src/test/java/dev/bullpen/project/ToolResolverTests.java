package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolResolverTests extends ProjectTest {

  private Path script;

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("x");
    script = project.root.resolve("tools/x/tool.sh");
  }

  private ToolResolver.Resolution resolve() {
    return project.open().tools().resolve("x");
  }

  private List<String> command() {
    return assertInstanceOf(ToolResolver.Found.class, resolve()).command();
  }

  private void assertBroken(ToolResolver.Resolution resolution, String message, String detail) {
    ToolResolver.Broken broken = assertInstanceOf(ToolResolver.Broken.class, resolution);
    assertEquals(message, broken.message());
    assertTrue(broken.detail().contains(detail), broken.detail());
    assertTrue(broken.detail().contains(script.toString()), broken.detail());
    assertFalse(broken.message().contains(project.root.toString()));
  }

  @Test
  void an_executable_is_started_itself() {
    assertEquals(List.of(script.toString()), command());
  }

  @ParameterizedTest
  @CsvSource({"tool.sh, echo", "tool.bash, echo", "tool, #!/bin/sh"})
  void a_script_without_the_permission_is_run_by_bash(String name, String text) throws IOException {
    Files.delete(script);
    project.file("tools/x/" + name, text);
    List<String> command = command();
    assertEquals(2, command.size());
    assertTrue(command.get(0).endsWith("/bash"), command.toString());
    assertEquals(project.root.resolve("tools/x/" + name).toString(), command.get(1));
  }

  @Test
  void what_is_no_script_needs_the_permission() throws IOException {
    Files.delete(script);
    script = project.root.resolve("tools/x/tool.py");
    project.file("tools/x/tool.py", "print()");
    assertBroken(resolve(), "Tool 'x' is not executable", "chmod +x");
  }

  @Test
  void a_name_that_no_tool_has_is_unknown() {
    ToolResolver.Resolution unknown = project.open().tools().resolve("y\n");
    assertEquals(new ToolResolver.Unknown("Tool 'y\\n' not found"), unknown);
  }

  @ParameterizedTest
  @CsvSource({"rwxrwxr-x", "rwxr-xrwx"})
  void a_script_that_others_may_write_is_not_started(String permissions) throws IOException {
    ProjectFixture.permit(script, permissions);
    assertBroken(
        resolve(),
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w");
  }

  @ParameterizedTest
  @CsvSource({"getting-started, true", "getting-started-2, false", "other/getting-started, false"})
  void the_one_folder_of_the_framework_that_is_served_is_trusted_as_all_of_that_is(
      String folder, boolean isTrusted) throws IOException {
    Path home = temporary.toRealPath().resolve("home");
    Path shipped = home.resolve(folder);
    Files.createDirectories(shipped.getParent());
    Files.move(project.root, shipped);
    ProjectFixture.permit(shipped.resolve(project.root.relativize(script)), "rwxrwxr-x");
    Project open = Project.open(shipped, project.env, home, warning -> {});
    assertEquals(isTrusted, open.tools().resolve("x") instanceof ToolResolver.Found);
    Files.createDirectories(home.resolve("getting-started"));
    Project elsewhere =
        Project.open(
            home.resolve("getting-started"),
            Map.of("MCPBASH_TOOLS_DIR", shipped.resolve("tools").toString()),
            home,
            warning -> {});
    assertEquals(isTrusted, elsewhere.tools().resolve("x") instanceof ToolResolver.Found);
  }

  @Test
  void one_that_was_in_order_is_checked_again_when_it_has_changed() throws IOException {
    Project open = project.open();
    for (int call = 0; call < 2; call++) {
      assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("x"));
    }
    ProjectFixture.permit(script, "rwxrwxr-x");
    assertBroken(
        open.tools().resolve("x"),
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w");
    ProjectFixture.permit(script, "rw-r--r--");
    ToolResolver.Found byBash =
        assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("x"));
    assertEquals(2, byBash.command().size());
    ProjectFixture.permit(script, "rwxr-xr-x");
    assertEquals(
        new ToolResolver.Found(byBash.tool(), List.of(script.toString())),
        open.tools().resolve("x"));
    Files.delete(script);
    assertBroken(open.tools().resolve("x"), "Tool 'x' executable missing", "Put it back");
    Files.createDirectory(script);
    assertBroken(open.tools().resolve("x"), "Tool 'x' executable missing", "not a regular file");
  }

  @Test
  void one_that_was_in_order_may_not_become_a_way_out() throws IOException {
    Project open = project.open();
    assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("x"));
    Path outside = temporary.toRealPath().resolve("outside.sh");
    Files.move(script, outside);
    Files.createSymbolicLink(script, outside);
    assertBroken(
        open.tools().resolve("x"),
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        "leads out of the project");
  }

  @Test
  void a_script_of_another_user_is_not_started() throws IOException {
    assumeTrue(Self.userId() == 0, "only root can give files away");
    int otherUser = 12_345;
    Files.setAttribute(script, "unix:uid", otherUser);
    assertBroken(
        resolve(),
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        "another user");
  }

  @Test
  void a_registered_link_inside_the_project_is_started_by_its_own_name() throws IOException {
    Path link = project.root.resolve("tools/link.sh");
    Files.createSymbolicLink(link, script);
    project.register("\"tools\": [{\"name\": \"x\", \"path\": \"link.sh\"}]");
    assertEquals(List.of(link.toString()), command());
    ProjectFixture.permit(script, "rwxrwxrwx");
    assertBroken(
        resolve(),
        "Tool 'x' path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w");
  }
}
