package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptGets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that are programs in Java. */
class JavaPromptTests extends ProjectTest {

  @ParameterizedTest
  @ValueSource(strings = {"p.java", "p.jar"})
  void metadata_makes_one_that_is_run(String file) throws Exception {
    project
        .file("prompts/" + file, "class P {}")
        .file("prompts/p.meta.json", "{\"description\": \"D\"}");
    PromptGets.Script script = promptScript("p");
    String path = project.root.resolve("prompts/" + file).toString();
    assertEquals(List.of(path), script.command());
    assertEquals(path, script.variables().environment().get("MCP_PROMPT_PATH"));
    assertEquals("p", script.variables().environment().get("MCP_PROMPT_NAME"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void the_source_is_a_text_only_where_its_metadata_says_so() throws Exception {
    project
        .file("prompts/p.java", "class P {}")
        .file("prompts/p.meta.json", "{\"render\": \"text\"}");
    Project open = project.open();
    Prompt prompt = open.catalog().prompt("p").orElseThrow();
    assertFalse(prompt.isScript());
    ObjectNode text = open.promptGets().text(prompt, Json.object());
    assertEquals("class P {}", text.at("/messages/0/content/text").stringValue());
    project.file("prompts/p.meta.json", "{\"render\": \"script\"}");
    assertTrue(promptNamed("p").isScript());
  }

  @Test
  void without_metadata_it_is_a_library() throws IOException {
    project
        .file("prompts/Library.java", "class Library {}")
        .file("prompts/lib/x.jar", "PK")
        .file("prompts/q.txt", "text")
        .file("prompts/q.java", "class Q {}")
        .file("prompts/q.meta.json", "{}");
    assertEquals(List.of("q"), prompts());
    assertFalse(promptNamed("q").isScript());
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "path"})
  void a_registered_one_lies_in_the_project_wherever_the_folder_of_prompts_is(String key)
      throws Exception {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    project.env.put("MCPBASH_PROMPTS_DIR", elsewhere.toString());
    project
        .file("lib/p.java", "class P {}")
        .register("\"prompts\": [{\"name\": \"p\", \"%s\": \"lib/p.java\"}]".formatted(key));
    PromptGets.Script script = promptScript("p");
    assertEquals(List.of(project.root.resolve("lib/p.java").toString()), script.command());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void one_that_others_may_write_is_not_started() throws IOException {
    project.file("prompts/p.java", "class P {}").file("prompts/p.meta.json", "{}");
    ProjectFixture.permit(project.root.resolve("prompts/p.java"), "rw-rw-r--");
    RefusedException e = assertThrows(RefusedException.class, () -> promptScript("p"));
    assertEquals(
        "Prompt 'p' path rejected by policy. The log of the server says why and what to change.",
        e.getMessage());
    assertTrue(e.detail().contains("chmod go-w"), e.detail());
  }
}
