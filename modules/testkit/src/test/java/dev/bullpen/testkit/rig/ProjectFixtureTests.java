package dev.bullpen.testkit.rig;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ProjectFixtureTests {
  @TempDir Path folder;

  @Test
  void a_provider_is_a_prompt_a_script_and_a_registration() throws IOException, JsonException {
    ProjectFixture.in(folder).provider("a.b", 7, "echo hi\n").write();
    assertEquals(
        Json.parse(
            "{\"version\":1,\"completions\":[{\"name\":\"a.b\",\"path\":\"completions/a.b.sh\",\"timeoutSecs\":7}]}"),
        json("server.d/register.json"));
    assertEquals("a.b", json("prompts/a.b.meta.json").get("name").stringValue());
    assertTrue(json("prompts/a.b.meta.json").get("arguments").get("properties").has("query"));
    assertTrue(Files.exists(folder.resolve("prompts/a.b.txt")));
    assertEquals("#!/bin/sh\necho hi\n", Files.readString(folder.resolve("completions/a.b.sh")));
    assertTrue(Files.isExecutable(folder.resolve("completions/a.b.sh")));
  }

  @Test
  void an_entry_stands_in_the_registration_as_it_was_given() throws IOException, JsonException {
    ProjectFixture.in(folder)
        .entry("resourceTemplates", Messages.json("{'name':'n','uriTemplate':'x://{y}'}"))
        .write();
    assertEquals(
        Json.parse("[{\"name\":\"n\",\"uriTemplate\":\"x://{y}\"}]"),
        json("server.d/register.json").get("resourceTemplates"));
  }

  @Test
  void a_tool_is_a_script_and_its_metadata() throws IOException, JsonException {
    ProjectFixture.in(folder).tool("greet", "{'timeoutSecs':7}", "echo hi\n");
    assertEquals(
        Json.parse("{\"name\":\"greet\",\"description\":\"A tool\",\"timeoutSecs\":7}"),
        json("tools/greet/tool.meta.json"));
    assertTrue(Files.isExecutable(folder.resolve("tools/greet/tool.sh")));
  }

  @Test
  void a_copy_has_the_same_files_with_the_same_permissions() throws IOException {
    Path original = folder.resolve("original");
    Path copy = Files.createDirectories(folder.resolve("copy"));
    ProjectFixture.in(original).tool("greet", "echo hi\n");
    ProjectFixture.in(copy).copy(original);
    assertTrue(Files.isExecutable(copy.resolve("tools/greet/tool.sh")));
    assertEquals(
        -1,
        Files.mismatch(
            original.resolve("tools/greet/tool.meta.json"),
            copy.resolve("tools/greet/tool.meta.json")));
  }

  private JsonNode json(String path) throws IOException, JsonException {
    return Json.parse(Files.readAllBytes(folder.resolve(path)));
  }
}
