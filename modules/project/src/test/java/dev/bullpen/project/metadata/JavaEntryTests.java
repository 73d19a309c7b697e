package dev.bullpen.project.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.registration.BashHook;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The member {@code java} of entries in {@code register.json}. */
class JavaEntryTests extends ProjectTest {

  @BeforeEach
  void a_project_with_programs() throws IOException {
    project.file("java/x.java", "class X {}").file("java/x.jar", "PK").file("java/x.txt", "text");
    Files.writeString(temporary.resolve("outside.java"), "class O {}");
    project.link("java/link.java", temporary.resolve("outside.java"));
  }

  private void register(String kind, String entries) throws IOException {
    project.register("\"%s\": [%s]".formatted(kind, entries.replace('\'', '"')));
  }

  private List<String> resource(String uri) throws ResourceException {
    return assertInstanceOf(ResourceRead.Script.class, new ResourceReading(project).plan(uri))
        .command();
  }

  private List<String> completion() {
    return assertInstanceOf(Resolution.Script.class, project.resolve(new OfPrompt("a"), "x"))
        .provider()
        .command();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java/x.java", "java/x.jar", "java/../java/x.java"})
  void it_names_a_tool(String program) throws IOException {
    register("tools", "{'name': 'a', 'java': '%s'}".formatted(program));
    assertEquals(List.of(project.root.resolve(program).normalize().toString()), command("a"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void it_is_relative_to_the_project_and_not_to_the_folder_of_the_kind() throws IOException {
    project.file("tools/java/x.java", "class Other {}");
    register("tools", "{'name': 'a', 'java': 'java/x.java'}");
    assertEquals(List.of(path("java/x.java")), command("a"));
    register("tools", "{'name': 'a', 'path': 'java/x.java'}");
    assertEquals(List.of(path("tools/java/x.java")), command("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"own://1", "file:///etc/hosts", "https://host/1"})
  void it_reads_a_resource_whatever_its_uri(String uri) throws Exception {
    register("resources", "{'name': 'a', 'uri': '%s', 'java': 'java/x.java'}".formatted(uri));
    assertEquals(List.of(path("java/x.java"), uri), resource(uri));
    assertFalse(resourceAt(uri).definition().has("size"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "path"})
  void it_completes(String key) throws IOException {
    register("completions", "{'name': 'a', '%s': 'java/x.java'}".formatted(key));
    assertEquals(List.of(path("java/x.java")), completion());
  }

  @Test
  void a_path_that_is_a_program_works_the_same() throws Exception {
    project.file("resources/in.java", "class In {}");
    register("resources", "{'name': 'a', 'uri': 'own://1', 'path': 'in.java'}");
    assertEquals(List.of(path("resources/in.java"), "own://1"), resource("own://1"));
    register("resources", "{'name': 'a', 'uri': 'own://1', 'path': 'java/x.java'}");
    assertEquals(List.of(path("java/x.java"), "own://1"), resource("own://1"));
    register(
        "resourceTemplates", "{'name': 'a', 'uriTemplate': 'own://{id}', 'path': 'java/x.java'}");
    assertEquals(List.of(path("java/x.java"), "own://1"), resource("own://1"));
    register("tools", "{'name': 'a', 'path': 'java/x.java'}");
    assertEquals(List.of(path("java/x.java")), command("a"));
    register("prompts", "{'name': 'a', 'path': 'java/x.java'}");
    assertEquals(List.of(path("java/x.java")), promptScript("a").command());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tools             | 'path': 'x.sh', 'java': 'java/x.java'   | both \"java\" and \"path\"",
        "prompts           | 'path': 'x.txt', 'java': 'java/x.java'  | both \"java\" and \"path\"",
        "resources         | 'path': 'x.txt', 'java': 'java/x.java'  | both \"java\" and \"path\"",
        "resources         | 'provider': 'x', 'java': 'java/x.java'  | both \"java\" and \"provider\"",
        "resourceTemplates | 'provider': 'x', 'java': 'java/x.java'  | both \"java\" and \"provider\"",
        "resourceTemplates | 'path': 'x', 'java': 'java/x.java'      | both \"java\" and \"path\"",
        "completions       | 'path': 'x.sh', 'java': 'java/x.java'   | both \"java\" and \"path\"",
        "tools             | 'java': 'java/x.txt'                    | does not name a program in Java",
        "tools             | 'java': 7                               | does not name a program in Java",
        "tools             | 'java': ''                              | does not name a program in Java",
        "prompts           | 'java': ['java/x.java']                 | does not name a program in Java",
        "resources         | 'java': 'java/x.class'                  | does not name a program in Java",
        "completions       | 'java': 'java/x.txt'                    | does not name a program in Java",
        "tools             | 'java': 'java/gone.java'                | no file \"java/gone.java\"",
        "prompts           | 'java': 'java/gone.jar'                 | no file \"java/gone.jar\"",
        "resources         | 'java': 'nul\\u0000.java'               | no file",
        "resourceTemplates | 'java': 'java/gone.java'                | no file \"java/gone.java\"",
        "completions       | 'java': 'java/gone.java'                | no file \"java/gone.java\"",
        "tools             | 'java': 'java/link.java'                | outside the project",
        "prompts           | 'java': '../outside.java'               | outside the project",
        "resources         | 'java': 'java/link.java'                | outside the project",
        "resourceTemplates | 'java': 'java/link.java'                | outside the project",
        "completions       | 'java': 'java/link.java'                | outside the project"
      })
  void an_entry_in_doubt_breaks_the_registration(String kind, String members, String why)
      throws IOException {
    register(
        kind,
        "{'name': 'a', %s%s}"
            .formatted(
                switch (kind) {
                  case "resources" -> "'uri': 'own://1', ";
                  case "resourceTemplates" -> "'uriTemplate': 'own://{id}', ";
                  default -> "";
                },
                members));
    RegistrationException e = project.catalog().broken().orElseThrow();
    assertTrue(e.getMessage().contains(kind + "[0] \"a\""), e.getMessage());
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertFalse(e.getMessage().isBlank());
    assertTrue(e.getMessage().startsWith(path("server.d/register.json") + ": "), e.getMessage());
  }

  @Test
  void a_script_may_register_it_and_an_entry_in_doubt_is_left_out() throws Exception {
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    project.script(
        "server.d/register.sh",
        """
        #!/bin/bash
        mcp_register_tool '{"name": "a", "java": "java/x.java"}'
        mcp_register_tool '{"name": "b", "java": "java/x.java", "path": "b.sh"}'
        """);
    BashHook bash = new BashHook(project.root, temporary, Duration.ofSeconds(30));
    Project open =
        Project.open(project.root, project.env, BashHook.HOME, project.warnings::add, bash);
    assertEquals(List.of("a"), open.catalog().tools().stream().map(Tool::name).toList());
    assertEquals(
        List.of(path("java/x.java")),
        assertInstanceOf(ToolResolver.Found.class, open.tools().resolve("a")).command());
    assertReported(open.catalog().problems(), "both \"java\" and \"path\"");
  }

  @Test
  void the_caches_of_a_static_registry_keep_it() throws Exception {
    project.register(
        """
        "tools": [{"name": "a", "java": "java/x.java"}],
        "prompts": [{"name": "a", "java": "java/x.java"}],
        "resources": [{"name": "a", "uri": "own://a", "java": "java/x.java"}],
        "resourceTemplates": [{"name": "b", "uriTemplate": "more://{id}", "java": "java/x.java"}]\
        """);
    Project open = project.open();
    open.registryCache().write(open::catalog);
    Files.delete(project.root.resolve("server.d/register.json"));
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    List<String> program = List.of(path("java/x.java"));
    assertEquals(program, command("a"));
    assertEquals(program, promptScript("a").command());
    assertEquals(program, resource("own://a").subList(0, 1));
    assertEquals(program, resource("more://7").subList(0, 1));
    assertEquals(List.of(), project.catalog().problems());
  }
}
