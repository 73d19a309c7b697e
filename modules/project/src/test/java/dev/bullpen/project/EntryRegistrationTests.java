package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of tools, resources and prompts: what cannot be served is refused, the rest is taken. */
class EntryRegistrationTests extends ProjectTest {

  @BeforeEach
  void a_project_with_files() throws IOException {
    project.file("prompts/in.txt", "").file("shared/own.txt", "").file("resources/in.txt", "");
    Files.writeString(temporary.resolve("outside.txt"), "");
    project.link("prompts/link.txt", temporary.resolve("outside.txt"));
  }

  private Catalog registered(String kind, String entries) throws IOException {
    project.register("\"%s\": [%s]".formatted(kind, entries.replace('\'', '"')));
    return project.catalog();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tools     | {'path': 'a.sh'}                                | tools[0]         | \"name\"",
        "tools     | {'name': 'a', 'java': 'gone.java'}              | tools[0] 'a'     | no file",
        "tools     | {'name': 'a', 'path': 'x'}, {'name': 'a', 'path': 'y'} | tools[1] 'a' | twice",
        "resources | {'uri': 'n://a'}                                | resources[0]     | \"name\"",
        "resources | {'name': ' ', 'uri': 'n://a'}                   | resources[0]     | \"name\"",
        "resources | {'name': 7, 'uri': 'n://a'}                     | resources[0]     | \"name\"",
        "resources | {'name': 'a'}                                   | resources[0] 'a' | \"uri\"",
        "resources | {'name': 'a', 'uri': ''}                        | resources[0] 'a' | \"uri\"",
        "resources | {'name': 'a', 'uri': {}}                        | resources[0] 'a' | \"uri\"",
        "resources | {'name': 'a', 'uri': 'x'}, {'name': 'a', 'uri': 'y'} | resources[1] 'a' | twice",
        "prompts   | {'path': 'in.txt'}                              | prompts[0]       | \"name\"",
        "prompts   | {'name': 'a', 'java': 'gone.java'}              | prompts[0] 'a'   | no file",
        "prompts   | {'name': 'a', 'java': '../../outside.java'}     | prompts[0] 'a'   | no file",
        "prompts   | {'name': 'a', 'path': 'in.txt'}, 5              | prompts[1]       | not an object",
        "prompts   | {'name': 'a', 'path': 'in.txt'}, {'name': 'a', 'path': 'in.txt'} | prompts[1] 'a' | twice"
      })
  void an_entry_that_cannot_be_served_breaks_the_registration(
      String kind, String entries, String where, String why) throws IOException {
    RegistrationException e = registered(kind, entries).broken().orElseThrow();
    assertTrue(e.getMessage().contains(where.replace('\'', '"')), e.getMessage());
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertTrue(
        e.getMessage().startsWith(project.root.resolve("server.d/register.json") + ": "),
        e.getMessage());
  }

  @Test
  void a_prompt_is_found_in_its_folder_before_the_project() throws IOException {
    project.file("in.txt", "of the project");
    Catalog catalog =
        registered(
            "prompts",
            "{'name': 'a', 'path': 'in.txt'}, {'name': 'b', 'path': 'shared/own.txt'},"
                + " {'name': 'c', 'path': 'prompts/in.txt'},"
                + " {'name': 'd', 'path': '%s'}".formatted(project.root.resolve("prompts/in.txt")));
    assertEquals(Optional.empty(), catalog.broken());
    assertEquals(
        List.of("in.txt", "../shared/own.txt", "in.txt", "in.txt"),
        catalog.prompts().stream().map(Prompt::path).toList());
    Folder prompts = new Folder(project.root.resolve("prompts"), project.root);
    for (Prompt prompt : catalog.prompts()) {
      assertTrue(prompts.file(prompt.path()).isPresent(), prompt.name());
    }
    assertEquals(List.of(), catalog.problems());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "../../outside.txt    | is outside",
        "../../gone.txt       | is outside",
        "/etc/passwd          | is outside",
        "../prompts/link.txt  | is outside",
        "../../outside.java   | is outside",
        "nul\\u0000            | is not a path"
      })
  void a_resource_whose_path_leads_out_is_published_without_it_and_reported(String path, String why)
      throws IOException {
    Files.writeString(temporary.resolve("outside.java"), "");
    Catalog catalog =
        registered(
            "resources",
            "{'name': 'a', 'uri': 'own://a', 'path': '%s'}, {'name': 'b', 'uri': 'own://b'}"
                .formatted(path));
    assertEquals(Optional.empty(), catalog.broken());
    Resource resource = catalog.resourceNamed("a").orElseThrow();
    assertEquals("", resource.path());
    assertEquals("own", resource.provider());
    assertTrue(catalog.resourceNamed("b").isPresent());
    assertReported(catalog.problems(), "register.json: resources[0]: \"path\" is ignored: \"");
    assertTrue(catalog.problems().get(0).contains(why), catalog.problems().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name': 'a'}                               | its \"path\" is missing or empty",
        "{'name': 'a', 'path': null}                 | its \"path\" is missing or empty",
        "{'name': 'a', 'path': ''}                   | its \"path\" is missing or empty",
        "{'name': 'a', 'path': 7}                    | its \"path\" is missing or empty",
        "{'name': 'a', 'path': '/etc/passwd'}        | is outside",
        "{'name': 'a', 'path': '../../outside.txt'}  | is outside",
        "{'name': 'a', 'path': '../../gone.txt'}     | is outside",
        "{'name': 'a', 'path': 'link.txt'}           | is outside",
        "{'name': 'a', 'path': 'prompts/link.txt'}   | is outside",
        "{'name': 'a', 'path': 'nul\\u0000'}         | is not a path"
      })
  void a_prompt_without_a_path_that_can_be_used_is_published_without_it_and_reported(
      String entry, String why) throws IOException {
    Catalog catalog = registered("prompts", entry + ", {'name': 'b', 'path': 'in.txt'}");
    assertEquals(Optional.empty(), catalog.broken());
    assertEquals("", catalog.prompt("a").orElseThrow().path());
    assertEquals("in.txt", catalog.prompt("b").orElseThrow().path());
    assertEquals(1, catalog.problems().size(), catalog.problems().toString());
    String problem = catalog.problems().get(0);
    assertTrue(problem.contains("register.json: prompts[0]: "), problem);
    assertTrue(problem.contains(why), problem);
  }

  @Test
  void a_prompt_whose_file_is_missing_is_published_and_reported() throws IOException {
    Catalog catalog = registered("prompts", "{'name': 'a', 'path': 'later.txt'}");
    assertEquals("later.txt", catalog.prompt("a").orElseThrow().path());
    assertReported(catalog.problems(), "register.json: prompts[0]: there is no file");
  }

  @Test
  void in_a_folder_that_the_operator_named_nothing_else_is_found() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("x.txt"), "");
    project.env.put("MCPBASH_PROMPTS_DIR", elsewhere.toString());
    assertEquals(
        Optional.empty(), registered("prompts", "{'name': 'a', 'path': 'x.txt'}").broken());
    Catalog catalog = registered("prompts", "{'name': 'a', 'path': 'shared/own.txt'}");
    assertEquals("", catalog.prompt("a").orElseThrow().path());
    assertTrue(
        catalog.problems().get(0).contains("outside " + elsewhere), catalog.problems().get(0));
  }

  @Test
  void members_of_the_wrong_type_do_not_break_it() throws IOException {
    Catalog catalog =
        registered(
            "resources",
            "{'name': 'a', 'uri': 'n://a', 'mimeType': 5, 'icons': 'x', 'title': [], 'odd': 1,"
                + " 'path': 7}");
    assertEquals(Optional.empty(), catalog.broken());
    Resource resource = catalog.resourceNamed("a").orElseThrow();
    assertEquals("text/plain", resource.definition().get("mimeType").stringValue());
    assertEquals("", resource.path());
    assertReported(
        catalog.problems(),
        "register.json: resources[0]: \"title\"",
        "register.json: resources[0]: \"mimeType\"",
        "register.json: resources[0]: \"icons\"");
  }

  @Test
  void a_bad_template_is_reported_and_the_rest_served() throws IOException {
    Catalog catalog =
        registered(
            "resourceTemplates",
            "{'uriTemplate': 'n://{x}'}, {'name': 'b', 'uriTemplate': 'n://b'},"
                + " {'name': 'c', 'uriTemplate': 'n://{c}'}, {'name': 'c', 'uriTemplate': 'm://{c}'}");
    assertEquals(Optional.empty(), catalog.broken());
    assertEquals("n://{c}", catalog.templates().get(0).template().text());
    assertEquals(3, catalog.problems().size(), catalog.problems().toString());
    assertTrue(catalog.problems().get(0).contains("register.json: resourceTemplates[0]: "));
    assertTrue(catalog.problems().get(1).contains("register.json: resourceTemplates[1]: "));
  }
}
