package dev.bullpen.server.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.Project;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalRequestTests {
  @TempDir Path folder;

  private Path root;

  @BeforeEach
  void project() throws IOException {
    root = Files.createDirectory(folder.toRealPath().resolve("project"));
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void tool(String name, String schema) throws IOException {
    tool(name, schema, "");
  }

  private void tool(String name, String schema, String more) throws IOException {
    Path tool = Files.createDirectories(root.resolve("tools").resolve(name));
    Files.writeString(
        tool.resolve("tool.meta.json"),
        "{\"name\": \"%s\", \"description\": \"\", \"inputSchema\": %s%s}"
            .formatted(name, schema, more));
    script(tool.resolve("tool.sh"));
  }

  private static void script(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Project open(String allowed) throws Exception {
    Map<String, String> environment =
        Map.of(
            "PATH",
            "/usr/bin:/bin",
            "MCPBASH_TOOL_ALLOWLIST",
            allowed,
            "MCPBASH_REGISTRY_REFRESH_NO_WRITE",
            "true");
    return Project.open(root, environment, root, warning -> {});
  }

  /** Which tool would be called. */
  private static Optional<String> called(Project project) {
    return Rehearsal.Request.toolCall(Calls.client(Wire.reading()), project, call -> {})
        .map(request -> request.params().apply(1).get("name").stringValue());
  }

  @Test
  void a_tool_is_called_that_needs_no_arguments() throws Exception {
    tool("a", "{\"required\": [\"x\"]}");
    tool("b", "{\"properties\": {\"x\": {}}}");
    assertEquals(Optional.of("b"), called(open("*")));
  }

  @Test
  void one_that_promises_something_is_not() throws Exception {
    tool("a", "{}", ", \"outputSchema\": {\"type\": \"object\"}");
    tool("b", "{}");
    assertEquals(Optional.of("b"), called(open("*")));
  }

  @Test
  void one_that_may_not_be_called_is_not() throws Exception {
    tool("a", "{}");
    tool("b", "{}");
    assertEquals(Optional.of("b"), called(open("b")));
    assertEquals(Optional.empty(), called(open("")));
  }

  @Test
  void nor_is_a_policy_asked_that_is_a_script() throws Exception {
    tool("a", "{}");
    Path settings = Files.createDirectory(root.resolve("server.d"));
    Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rwxr-xr-x"));
    script(settings.resolve("policy.sh"));
    assertEquals(Optional.empty(), called(open("*")));
  }

  @Test
  void nor_one_whose_script_has_gone() throws Exception {
    tool("a", "{}");
    Project project = open("*");
    assertEquals(Optional.of("a"), called(project));
    Files.delete(root.resolve("tools/a/tool.sh"));
    assertEquals(Optional.empty(), called(project));
  }
}
