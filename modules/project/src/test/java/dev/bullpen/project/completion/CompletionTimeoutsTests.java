package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTimeoutsTests extends ProjectTest {

  @BeforeEach
  void a_project_with_two_completions() throws IOException {
    project
        .prompt("registered", "[{\"name\": \"a\"}]")
        .prompt("beside", "[{\"name\": \"a\"}]")
        .script("prompts/beside.completion.sh")
        .script("completions/c.sh");
    register("");
  }

  private void register(String member) throws IOException {
    project.register(
        "\"completions\": [{\"name\": \"registered\", \"path\": \"completions/c.sh\"%s}]"
            .formatted(member));
  }

  private long seconds(String prompt) {
    Project open = project.open();
    Resolution.Script script =
        assertInstanceOf(
            Resolution.Script.class,
            open.completions().resolve(new CompletionRef.OfPrompt(prompt), "a"));
    return open.completionTimeouts().of(script.provider()).toSeconds();
  }

  @Test
  void a_registered_script_has_half_a_minute_and_one_beside_five_seconds() {
    assertEquals(30, seconds("registered"));
    assertEquals(5, seconds("beside"));
  }

  @Test
  void the_operator_may_say_so_for_each() {
    project.env.put("MCPBASH_COMPLETION_REGISTERED_TIMEOUT_SECS", "7");
    project.env.put("MCPBASH_COMPLETION_TIMEOUT_SECS", "2");
    assertEquals(7, seconds("registered"));
    assertEquals(2, seconds("beside"));
  }

  @ParameterizedTest
  @CsvSource({"-1, 30", "0, 86400", "1, 1", "20, 20", "86400, 86400", "86401, 30"})
  void an_entry_has_its_own_time_and_zero_is_no_limit(String written, long seconds)
      throws IOException {
    register(", \"timeoutSecs\": " + written);
    assertEquals(seconds, seconds("registered"));
    boolean isSaid = project.catalog().problems().toString().contains("timeoutSecs");
    assertEquals(seconds == 30, isSaid);
  }

  @Test
  void the_script_of_a_template_may_be_called_by_the_name_of_the_template() throws IOException {
    project
        .file(
            "resources/deep/pages.meta.json",
            "{\"name\": \"page\", \"uriTemplate\": \"page://{id}\", \"provider\": \"echo\"}")
        .script("resources/page.completion.sh");
    CompletionRef ref = new CompletionRef.OfResource("page://{id}");
    assertTrue(command(ref).endsWith("/resources/page.completion.sh"));
    project.script("resources/deep/pages.completion.sh");
    assertTrue(command(ref).endsWith("/resources/deep/pages.completion.sh"));
  }

  @Test
  void it_may_also_lie_in_a_folder_of_that_name() throws IOException {
    project
        .register("\"resourceTemplates\": [{\"name\": \"page\", \"uriTemplate\": \"page://{id}\"}]")
        .script("resources/page/page.completion.sh");
    assertTrue(
        command(new CompletionRef.OfResource("page://{id}"))
            .endsWith("/resources/page/page.completion.sh"));
  }

  private String command(CompletionRef ref) {
    return assertInstanceOf(Resolution.Script.class, project.resolve(ref, "id"))
        .provider()
        .command()
        .get(0);
  }
}
