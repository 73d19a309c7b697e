package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolRegistrationTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("found").script("scripts/own.sh");
  }

  private List<String> registered(String tools) throws IOException {
    project.register("\"tools\": " + tools);
    return tools();
  }

  @Test
  void registered_tools_replace_the_discovered_ones() throws IOException {
    assertEquals(
        List.of("own", "sh"),
        registered(
            "[{\"name\": \"sh\", \"path\": \"found/tool.sh\", \"description\": \"D\"},"
                + " {\"name\": \"own\", \"path\": \"scripts/own.sh\"}]"));
    Tool tool = toolNamed("sh");
    assertEquals(project.root.resolve("tools/found/tool.sh"), tool.script());
    assertEquals("D", tool.definition().get("description").stringValue());
    assertEquals("object", tool.definition().at("/inputSchema/type").stringValue());
    assertEquals("found/tool.sh", tool.metadata().get("path").stringValue());
    assertEquals(project.root.resolve("scripts/own.sh"), toolNamed("own").script());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void an_empty_array_publishes_none_and_null_leaves_it_to_discovery() throws IOException {
    assertEquals(List.of(), registered("[]"));
    assertEquals(List.of("found"), registered("null"));
  }

  @Test
  void entries_that_name_no_script_of_the_project_are_reported_and_left_out() throws IOException {
    Path outside = Files.writeString(temporary.toRealPath().resolve("outside.sh"), "#!/bin/sh\n");
    project.link("tools/link.sh", outside);
    assertEquals(
        List.of("ok"),
        registered(
            "[{\"name\": \"gone\", \"path\": \"gone.sh\"}, {\"name\": \"up\", \"path\": \"../../outside.sh\"},"
                + " {\"name\": \"link\", \"path\": \"link.sh\"}, {\"name\": \"two words\","
                + " \"path\": \"found/tool.sh\"}, {\"name\": \"ok\", \"path\": \"found/tool.sh\"}]"));
    List<String> problems = project.catalog().problems();
    assertEquals(4, problems.size(), problems.toString());
    assertTrue(problems.get(0).contains("register.json: tools[0] is ignored"), problems.get(0));
    assertTrue(problems.get(1).contains("outside the project"), problems.get(1));
    assertTrue(problems.get(2).contains("outside the project"), problems.get(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"a\"}",
        "{\"name\": \"a\", \"path\": null}",
        "{\"name\": \"a\", \"path\": \"\"}",
        "{\"name\": \"a\", \"path\": 7}",
        "{\"name\": \"a\", \"java\": null}"
      })
  void a_tool_without_a_path_is_reported_and_left_out_and_the_others_are_served(String entry)
      throws IOException {
    assertEquals(
        List.of("ok"),
        registered("[%s, {\"name\": \"ok\", \"path\": \"found/tool.sh\"}]".formatted(entry)));
    assertEquals(
        List.of(
            project.root.resolve("server.d/register.json")
                + ": tools[0] is ignored: it lacks its path. Add it."),
        project.catalog().problems());
  }

  @Test
  void a_broken_registration_has_no_tool_found_or_started() throws IOException {
    project.register("\"tools\": {}");
    assertEquals(List.of(), project.catalog().tools());
    ToolResolver.Broken broken = (ToolResolver.Broken) project.open().tools().resolve("found");
    assertTrue(broken.message().contains("registration is broken"));
    assertTrue(broken.detail().contains("\"tools\" is neither an array nor null"));
  }
}
