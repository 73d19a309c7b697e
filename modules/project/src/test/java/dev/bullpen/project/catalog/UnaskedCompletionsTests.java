package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.ProjectTest;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnaskedCompletionsTests extends ProjectTest {

  private void registered(String target, String argument) throws IOException {
    project.register(
        "\"completions\": [{%s, \"argument\": \"%s\", \"values\": [\"x\"]}]"
            .formatted(target, argument));
  }

  private String in(String file) {
    return project.root.resolve(file) + ": ";
  }

  private void template() throws IOException {
    project
        .script("providers/t.sh")
        .file("resources/t.txt", "")
        .file(
            "resources/t.meta.json",
            "{\"name\": \"t\", \"uriTemplate\": \"t://{month}\", \"provider\": \"t\"}");
  }

  @Test
  void an_argument_that_the_prompt_does_not_declare_is_reported() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {}, \"b\": {}}}");
    registered("\"name\": \"p\"", "aa");
    project.catalog();
    assertEquals(
        List.of(
            in("server.d/register.json")
                + "the completion of \"aa\" for \"p\" is never requested: the arguments of that prompt are: a, b. Correct the argument's name, or declare it."),
        project.warnings);
  }

  @Test
  void so_is_one_of_its_metadata() throws IOException {
    project
        .file("prompts/p.txt", "")
        .file(
            "prompts/p.meta.json",
            "{\"name\": \"p\", \"arguments\": [], \"completions\": {\"a\": {\"values\": [\"x\"]}}}");
    project.catalog();
    assertEquals(
        List.of(
            in("prompts/p.txt")
                + "the completion of \"a\" for \"p\" is never requested: the arguments of that prompt are: none. Correct the argument's name, or declare it."),
        project.warnings);
  }

  @Test
  void and_a_variable_that_the_template_does_not_have_by_name_or_text() throws IOException {
    template();
    for (String uri : List.of("t", "t://{month}")) {
      registered("\"name\": \"" + uri + "\"", "year");
      project.warnings.clear();
      project.catalog();
      assertEquals(
          List.of(
              in("server.d/register.json")
                  + "the completion of \"year\" for \"%s\" is never requested: the arguments of that resource template are: month. Correct the argument's name, or declare it."
                      .formatted(uri)),
          project.warnings);
    }
  }

  @Test
  void of_a_template_too_its_metadata_is_named() throws IOException {
    project
        .script("providers/t.sh")
        .file("resources/t.txt", "")
        .file(
            "resources/t.meta.json",
            "{\"name\": \"t\", \"uriTemplate\": \"t://{month}\", \"provider\": \"t\", \"completions\": {\"year\": {\"values\": [\"x\"]}}}");
    project.catalog();
    assertEquals(
        List.of(
            in("resources/t")
                + "the completion of \"year\" for \"t\" is never requested: the arguments of that resource template are: month. Correct the argument's name, or declare it."),
        project.warnings);
  }

  @Test
  void what_is_declared_is_nothing_to_speak_of() throws IOException {
    template();
    project.prompt("p", "{\"properties\": {\"a\": {}}}");
    registered("\"name\": \"p\"", "a");
    project.catalog();
    registered("\"name\": \"t\"", "month");
    project.catalog();
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void what_declares_nothing_decides_for_itself() throws IOException {
    project.file("prompts/p.txt", "").file("prompts/p.meta.json", "{\"name\": \"p\"}");
    registered("\"name\": \"p\"", "anything");
    project.catalog();
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void what_is_in_no_list_may_be_known_from_elsewhere() throws IOException {
    registered("\"name\": \"nobody\"", "anything");
    project.catalog();
    assertEquals(List.of(), project.warnings);
  }
}
