package dev.bullpen.testkit.rig;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

  @Test
  void what_a_copied_project_registers_is_registered_beside_our_own()
      throws IOException, JsonException {
    Path original = folder.resolve("original");
    Path copy = Files.createDirectories(folder.resolve("copy"));
    ProjectFixture.in(original)
        .entry("prompts", Messages.json("{'name':'theirs','path':'theirs.txt'}"))
        .write();
    ProjectFixture.in(copy).provider("ours", 7, "echo hi\n").copy(original).write();
    JsonNode register = json("copy/server.d/register.json");
    assertEquals("theirs", register.at("/prompts/0/name").asString(""), register.toString());
    assertEquals("ours", register.at("/prompts/1/name").asString(""), register.toString());
    assertEquals("ours", register.at("/completions/0/name").asString(""), register.toString());
    assertEquals(1, register.path("version").asInt(0));
  }

  @Test
  void without_a_registration_completions_lie_beside_their_prompts() throws IOException {
    ProjectFixture.in(folder).unregistered().provider("a", 7, "echo hi\n").write();
    assertFalse(Files.exists(folder.resolve("server.d/register.json")));
    assertTrue(Files.isExecutable(folder.resolve("prompts/a.completion.sh")));
  }

  private JsonNode json(String path) throws IOException, JsonException {
    return Json.parse(Files.readAllBytes(folder.resolve(path)));
  }
}
