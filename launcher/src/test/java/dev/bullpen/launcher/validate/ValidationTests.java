package dev.bullpen.launcher.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidationTests {
  @TempDir Path temporary;
  private Path root;
  private final Map<String, String> env = new HashMap<>();

  @BeforeEach
  void a_project_in_order() throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    permit("", "rwxr-xr-x");
    env.put("PATH", System.getenv("PATH"));
    script("tools/greet/tool.sh", "#!/bin/sh\n");
    file("tools/greet/tool.meta.json", "{\"name\": \"greet\"}");
    file("server.d/server.meta.json", "{\"name\": \"test\"}");
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    for (Path at = file.getParent(); at.startsWith(root); at = at.getParent()) {
      permit(root.relativize(at).toString(), "rwxr-xr-x");
    }
    Files.writeString(file, text);
    permit(path, "rw-r--r--");
  }

  private void script(String path, String text) throws IOException {
    file(path, text);
    permit(path, "rwxr-xr-x");
  }

  private void permit(String path, String permissions) throws IOException {
    Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString(permissions));
  }

  private String path(String path) {
    return root.resolve(path).toString();
  }

  private List<String> problems() throws Exception {
    return new Validation(root, temporary, env).run().problems();
  }

  /** That this is the only thing that is wrong. */
  private void assertProblem(String... words) throws Exception {
    List<String> problems = problems();
    assertEquals(1, problems.size(), problems.toString());
    for (String word : words) {
      assertTrue(problems.get(0).contains(word), problems.get(0));
    }
  }

  @Test
  void in_a_project_in_order_nothing_is_wrong() throws Exception {
    assertEquals(List.of(), problems());
  }

  @Test
  void a_schema_that_cannot_be_used_is_named_with_its_file_and_place() throws Exception {
    file(
        "tools/greet/tool.meta.json",
        "{\"name\": \"greet\", \"outputSchema\": {\"properties\": {\"x\": {\"type\": \"int\"}}}}");
    assertProblem(path("tools/greet/tool.meta.json"), "outputSchema", "/properties/x/type");
  }
}
