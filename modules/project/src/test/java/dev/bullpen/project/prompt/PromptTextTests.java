package dev.bullpen.project.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.metadata.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that are a template. */
class PromptTextTests extends ProjectTest {

  private Optional<Prompt> registered = Optional.empty();

  @BeforeEach
  void a_project_with_a_template() throws IOException {
    project.file("prompts/p.txt", "Hello {{who}} and {{whom}}!\n");
  }

  private ProjectFixture metadata(String members) throws IOException {
    return project.file("prompts/p.meta.json", "{" + members + "}");
  }

  private void registered(String path) {
    registered = Optional.of(ProjectFixture.registered(path, false));
  }

  private ObjectNode got(Project open, String arguments) throws Exception {
    return open.promptGets()
        .text(
            registered.or(() -> open.catalog().prompt("p")).orElseThrow(),
            (ObjectNode) Json.parse(arguments));
  }

  private String got(String arguments) throws Exception {
    return Json.text(got(project.open(), arguments));
  }

  private String text() throws Exception {
    return got(project.open(), "{}").at("/messages/0/content/text").stringValue();
  }

  private RefusedException refused(Project open, String fact) {
    RefusedException e = assertThrows(RefusedException.class, () -> got(open, "{}"));
    assertFalse(e.isInvalid());
    assertEquals("Unable to render prompt", e.getMessage());
    assertTrue(e.detail().contains(fact), e.detail());
    assertTrue(e.detail().startsWith("The prompt p is not rendered: "), e.detail());
    return e;
  }

  @Test
  void the_result_is_one_message_and_nothing_a_client_does_not_know() throws Exception {
    metadata("\"description\": \"Greets\", \"title\": \"T\", \"metadata\": {\"x\": 1}");
    assertEquals(
        "{\"description\":\"Greets\",\"messages\":[{\"role\":\"user\",\"content\":"
            + "{\"type\":\"text\",\"text\":\"Hello you and {{whom}}!\"}}]}",
        got("{\"who\":\"you\",\"else\":\"x\"}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"render\": \"text\"", ", \"render\": true"})
  void a_script_is_a_template_too_unless_it_is_to_be_run(String render) throws Exception {
    project.script("prompts/q.sh", "#!/bin/sh\necho {{who}}\n");
    project.file("prompts/q.meta.json", "{\"name\": \"p\"" + render + "}");
    Files.delete(project.root.resolve("prompts/p.txt"));
    assertEquals("#!/bin/sh\necho {{who}}", text());
  }

  @ParameterizedTest
  @CsvSource({
    "'a\n', 'a'",
    "'a\n\n\n', 'a'",
    "'\n a \n\n', '\n a '",
    "'a\r\n', 'a'",
    "'a\r\nb\r\n\r\n', 'a\r\nb'",
    "'a\n\r\n\n', 'a'",
    "'a\r', 'a\r'",
    "'a\r\r\n', 'a\r'",
    "'\r\n', ''",
    "'\n\n', ''",
    "'', ''",
    "'\ufeffa', 'a'"
  })
  void line_breaks_at_the_end_and_a_byte_order_mark_are_dropped(String template, String text)
      throws Exception {
    project.file("prompts/p.txt", template);
    assertEquals(text, text());
  }

  @Test
  void line_breaks_at_the_end_of_a_value_are_kept() throws Exception {
    project.file("prompts/p.txt", "{{who}}\n");
    assertTrue(got("{\"who\":\"x\\n\"}").contains("\"text\":\"x\\n\""));
  }

  @Test
  void an_edit_counts_at_once() throws Exception {
    Project open = project.open();
    open.catalog();
    project.file("prompts/p.txt", "new");
    assertTrue(Json.text(got(open, "{}")).contains("\"text\":\"new\""));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void a_template_is_bounded(int beyond, boolean refused) throws Exception {
    project.file("prompts/p.txt", "t".repeat(PromptGets.MAX_BYTES + beyond));
    if (refused) {
      refused(project.open(), "longer than 1048576 bytes");
    } else {
      assertEquals(PromptGets.MAX_BYTES + beyond, text().length());
    }
  }

  @Test
  void what_is_not_utf8_is_reported_and_not_guessed() throws IOException {
    Path file = project.root.resolve("prompts/p.txt");
    Files.write(file, new byte[] {'a', (byte) 0xe9, 'b'});
    refused(project.open(), file + " is not valid UTF-8. Save it as UTF-8.");
  }

  @Test
  void a_file_that_vanished_is_reported_and_no_empty_success() throws IOException {
    Project open = project.open();
    open.catalog();
    Path file = project.root.resolve("prompts/p.txt");
    Files.delete(file);
    refused(open, "there is no file " + file + ". Put it back or remove the prompt.");
    Files.createDirectory(file);
    refused(open, "not a regular file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nul\u0000"})
  void a_path_that_names_nothing_is_reported(String path) throws IOException {
    registered(path);
    refused(project.open(), "names no file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone.txt", "../gone.txt", "p.txt/gone", "/nowhere/gone.txt"})
  void a_registered_file_that_is_not_there_is_reported(String path) throws IOException {
    registered(path);
    RefusedException e = refused(project.open(), "gone");
    assertFalse(e.getMessage().contains("gone"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../outside.txt", "x/../../../outside.txt", "/etc/passwd", "%s"})
  void a_path_that_leads_out_of_the_project_is_not_read(String path) throws IOException {
    Path outside = Files.writeString(temporary.toRealPath().resolve("outside.txt"), "secret");
    Files.createDirectories(project.root.resolve("prompts/x"));
    registered(path.formatted(outside));
    refused(project.open(), "leads out of the project");
  }

  @Test
  void neither_is_a_link_out_of_the_project_at_the_end_or_on_the_way() throws IOException {
    Path elsewhere = Files.createDirectory(temporary.toRealPath().resolve("elsewhere"));
    Path outside = Files.writeString(elsewhere.resolve("p.txt"), "secret");
    Project open = project.open();
    open.catalog();
    Path file = project.root.resolve("prompts/p.txt");
    Files.delete(file);
    Files.createSymbolicLink(file, outside);
    refused(open, file + " leads out of the project. Move the file into it.");
    project.link("prompts/link", elsewhere);
    registered("link/p.txt");
    refused(project.open(), "leads out of the project");
  }

  @Test
  void a_link_that_goes_in_circles_is_reported() throws IOException {
    Path link = project.root.resolve("prompts/circle");
    Files.createSymbolicLink(link, link);
    registered("circle");
    refused(project.open(), "circle cannot be used");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../shared/a.txt", "a-link", "%s/shared/a.txt"})
  void files_elsewhere_in_the_project_are_read(String path) throws Exception {
    project.file("shared/a.txt", "shared");
    project.link("prompts/a-link", project.root.resolve("shared/a.txt"));
    registered(path.formatted(project.root));
    assertEquals("shared", text());
  }

  @Test
  void a_prompts_folder_the_operator_names_may_lie_anywhere() throws Exception {
    Path elsewhere = Files.createDirectory(temporary.toRealPath().resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("p.txt"), "from elsewhere");
    project.env.put("MCPBASH_PROMPTS_DIR", elsewhere.toString());
    assertEquals("from elsewhere", text());
  }

  @Test
  void arguments_are_checked_before_the_file_is_read() throws IOException {
    metadata("\"arguments\": [{\"name\": \"who\", \"required\": true}]");
    Project open = project.open();
    open.catalog();
    Files.delete(project.root.resolve("prompts/p.txt"));
    RefusedException e = assertThrows(RefusedException.class, () -> got(open, "{}"));
    assertEquals("Missing required argument 'who'", e.getMessage());
  }
}
