package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.registration.BashHook;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A member that is written twice in a file of a project counts as its last, as for jq. */
class WrittenTwiceTests extends ProjectTest {
  private static final String TWICE = "{\"name\": \"first\", \"name\": \"last\"}";

  @AfterEach
  void nothing_is_reported() {
    assertEquals(List.of(), project.warnings);
  }

  private Project open() {
    BashHook bash = new BashHook(project.root, temporary, Duration.ofSeconds(30));
    return Project.open(project.root, project.env, BashHook.HOME, project.warnings::add, bash);
  }

  private void assertServed(String expected) {
    Catalog catalog = open().catalog();
    assertEquals(List.of(), catalog.problems());
    assertEquals(Optional.empty(), catalog.broken());
    assertEquals(
        expected,
        Stream.of(
                catalog.tools().stream().map(Tool::name),
                catalog.prompts().stream().map(Prompt::name),
                catalog.resources().stream().map(Resource::name),
                catalog.templates().stream().map(ResourceTemplate::name))
            .map(names -> names.toList().toString())
            .toList()
            .toString());
  }

  @Test
  void in_metadata_of_every_kind() throws IOException {
    project
        .tool("a", TWICE)
        .file("prompts/a.txt", "")
        .file("prompts/a.meta.json", TWICE)
        .file("resources/a.txt", "")
        .file("resources/a.meta.json", TWICE)
        .file(
            "resources/t.meta.json",
            "{\"name\": \"t\", \"uriTemplate\": \"x\", \"uriTemplate\": \"x://{t}\"}");
    assertServed("[[last], [last], [last], [t]]");
  }

  @Test
  void in_metadata_inside_a_script() throws IOException {
    project.script("tools/a/a.sh", "#!/bin/sh\n# mcp: " + TWICE + "\n");
    assertServed("[[last], [], [], []]");
  }

  @Test
  void in_what_the_server_says_of_itself() throws IOException {
    project.file("server.d/server.meta.json", TWICE);
    assertEquals("last", open().identity().name());
  }

  @Test
  void in_icons_that_the_operator_names() throws IOException {
    project.tool("a");
    project.env.put("MCPBASH_SERVER_ICONS", "[{\"src\": \"x\", \"src\": \"https://last\"}]");
    assertEquals(
        "[{\"src\":\"https://last\"}]", open().identity().icons().orElseThrow().toString());
  }

  @Test
  void in_a_registration() throws IOException {
    project
        .script("tools/a.sh")
        .register(
            """
            "version": 2, "version": 1,
            "tools": [], "tools": [{"name": "first", "name": "last", "path": "a.sh"}]\
            """);
    assertServed("[[last], [], [], []]");
  }

  @Test
  void in_what_is_registered_by_a_script() throws IOException {
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    project
        .script("tools/a.sh")
        .script(
            "server.d/register.sh",
            """
            #!/bin/bash
            mcp_register_tool '{"name": "first", "name": "last", "path": "a.sh"}'
            echo '{"resources": [], "resources": [{"name": "first", "name": "last", "uri": "echo://x"}]}'
            """);
    assertServed("[[last], [], [last], []]");
  }

  @Test
  void in_a_registry_that_is_served_as_it_lies_there() throws IOException {
    project.tool("a");
    open().registryCache().write(open()::catalog);
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    project.file(
        ".registry/tools.json",
        """
        {"format_version": 0, "format_version": 1,
         "items": [{"name": "first", "name": "last", "path": "a/tool.sh"}]}
        """);
    assertServed("[[last], [], [], []]");
  }
}
