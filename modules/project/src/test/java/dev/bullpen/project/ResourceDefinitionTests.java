package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ResourceDefinitionTests extends ProjectTest {

  private ObjectNode discovered(String metadata) throws IOException {
    project.file("resources/a.txt", "12345").file("resources/a.meta.json", metadata);
    return project.catalog().resources().get(0).definition();
  }

  private ObjectNode registered(String members) throws IOException {
    project.register("\"resources\": [{\"name\": \"a\", " + members + "}]");
    return project.catalog().resources().get(0).definition();
  }

  private ObjectNode template(String members) throws IOException {
    project.file("resources/t.meta.json", "{\"name\": \"t\", " + members + "}");
    return project.catalog().templates().get(0).definition();
  }

  @Test
  void a_client_sees_what_mcp_defines_as_it_was_written_and_nothing_else() throws IOException {
    ObjectNode definition =
        discovered(
            """
            {"_meta": {"e.org/x": 1.50}, "annotations": {"priority": 0.10, "audience": ["user"]},
             "provider": "file", "uri": "note://a", "mimeType": "text/x-own", "description": "D",
             "title": "T", "name": "n", "other": 1, "path": "elsewhere",
             "icons": [{"src": "https://e.org/i.png"}]}\
            """);
    assertEquals(
        "{\"uri\":\"note://a\",\"name\":\"n\",\"title\":\"T\",\"description\":\"D\","
            + "\"mimeType\":\"text/x-own\",\"size\":5,"
            + "\"annotations\":{\"priority\":0.10,\"audience\":[\"user\"]},"
            + "\"icons\":[{\"src\":\"https://e.org/i.png\"}],\"_meta\":{\"e.org/x\":1.50}}",
        Json.text(definition));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void a_file_alone_has_all_that_clients_ask_for() throws IOException {
    project.file("resources/notes.md", "# x");
    assertEquals(
        "{\"uri\":\"file://%s/resources/notes.md\",\"name\":\"notes\",\"description\":\"\",\"mimeType\":\"text/markdown\",\"size\":3}"
            .formatted(project.root),
        Json.text(project.catalog().resources().get(0).definition()));
  }

  @ParameterizedTest
  @CsvSource({
    "a.json, application/json",
    "a.PNG, image/png",
    "a.unknown, text/plain",
    "plain, text/plain",
    "pdf, text/plain"
  })
  void what_is_not_declared_follows_from_the_name_of_the_file(String file, String mimeType)
      throws IOException {
    project.file("resources/" + file, "");
    assertEquals(
        mimeType, project.catalog().resources().get(0).definition().get("mimeType").stringValue());
  }

  @ParameterizedTest
  @CsvSource({
    "https://e.org/logo.png, image/png",
    "https://e.org/data.csv?v=1.png, text/csv",
    "https://e.org/, text/plain",
    "https://e.py, text/plain",
    "https://e.py?a.png, text/plain",
    "https://e.org/a.csv#b.png, text/csv",
    "https://e.org/pdf, text/plain",
    "git+https://e.org/r#main:README.md, text/markdown",
    "git+https://e.org/r.png#main:docs/LICENSE, text/plain",
    "note:x, text/plain",
    "x, text/plain"
  })
  void without_a_file_the_end_of_the_uri_decides(String uri, String mimeType) throws IOException {
    ObjectNode definition = registered("\"uri\": \"%s\"".formatted(uri));
    assertEquals(mimeType, definition.get("mimeType").stringValue());
    assertFalse(definition.has("size"));
  }

  @Test
  void a_registered_file_without_a_telling_name_leaves_it_to_the_uri() throws IOException {
    project.file("resources/LICENSE", "");
    ObjectNode definition = registered("\"uri\": \"n://x/l.md\", \"path\": \"LICENSE\"");
    assertEquals("text/markdown", definition.get("mimeType").stringValue());
  }

  @Test
  void the_size_is_that_of_the_file_unless_the_metadata_has_another() throws IOException {
    assertEquals(5, discovered("{}").get("size").intValue());
    assertEquals(0, discovered("{\"size\": 0}").get("size").intValue());
    assertEquals(1L << 40, discovered("{\"size\": 1099511627776}").get("size").longValue());
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "\"5\"", "[]", "99999999999999999999"})
  void a_size_that_is_none_is_reported_and_the_files_own_is_taken(String size) throws IOException {
    assertEquals(5, discovered("{\"size\": %s}".formatted(size)).get("size").intValue());
    assertOneProblem("a.meta.json: \"size\" is ignored");
  }

  @Test
  void only_files_have_a_size() throws IOException {
    assertFalse(discovered("{\"uri\": \"https://e.org/a\", \"size\": 5}").has("size"));
    assertFalse(discovered("{\"provider\": \"own\"}").has("size"));
  }

  @Test
  void a_registered_resource_has_the_size_of_the_file_it_names() throws IOException {
    project.file("resources/b.txt", "123");
    String uri = "file://" + project.root + "/resources/b.txt";
    assertEquals(3, registered("\"uri\": \"%s\"".formatted(uri)).get("size").intValue());
    assertEquals(
        3,
        registered("\"uri\": \"n://b\", \"provider\": \"file\", \"path\": \"b.txt\"")
            .get("size")
            .intValue());
    assertFalse(registered("\"uri\": \"n://b\", \"provider\": \"file\"").has("size"));
  }

  @Test
  void nothing_is_revealed_of_a_file_outside_the_project() throws IOException {
    Path outside = Files.writeString(temporary.toRealPath().resolve("secret"), "12");
    project.link("resources/link", outside);
    assertFalse(registered("\"uri\": \"file://%s\"".formatted(outside)).has("size"));
    assertFalse(
        registered("\"uri\": \"file://%s/resources/link\"".formatted(project.root)).has("size"));
  }

  @Test
  void an_audience_that_clients_have_not_is_reported() throws IOException {
    ObjectNode definition =
        discovered("{\"annotations\": {\"audience\": [\"user\", \"internal\"]}}");
    assertTrue(definition.has("annotations"));
    assertOneProblem("\"internal\" is neither \"user\" nor \"assistant\"");
  }

  @ParameterizedTest
  @CsvSource({
    "audience, \"user\", is not an array",
    "priority, 1.5, is not a number from 0 to 1",
    "priority, \"1\", is not a number from 0 to 1",
    "lastModified, \"2026-01-31\", is not a date and time with its zone",
    "lastModified, 5, is not a date and time with its zone"
  })
  void an_annotation_that_clients_would_refuse_is_reported(
      String name, String value, String objection) throws IOException {
    discovered("{\"annotations\": {\"%s\": %s}}".formatted(name, value));
    assertOneProblem(
        "\"annotations.%s\" is not shown to clients: %s %s".formatted(name, value, objection));
  }

  @Test
  void annotations_that_clients_take_are_not_spoken_of() throws IOException {
    discovered(
        """
        {"annotations": {"audience": [], "priority": 0, "lastModified": "2026-01-31T12:00:00Z"}}\
        """);
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @CsvSource({
    "title, 1",
    "description, []",
    "annotations, [1]",
    "_meta, true",
    "icons, 5",
    "uri, 5",
  })
  void a_member_of_the_wrong_type_is_reported_and_left_out(String key, String value)
      throws IOException {
    ObjectNode definition = discovered("{\"%s\": %s}".formatted(key, value));
    assertEquals("", definition.get("description").stringValue());
    assertFalse(
        definition.has("title") || definition.has("annotations") || definition.has("_meta"));
    assertFalse(definition.has("icons"));
    assertTrue(definition.get("uri").stringValue().startsWith("file:///"), "where it lies");
    assertOneProblem("a.meta.json: \"%s\" is ignored".formatted(key));
  }

  @Test
  void a_uri_that_is_none_is_reported() throws IOException {
    discovered("{\"name\": \"n\", \"uri\": \"not a uri\"}");
    assertOneProblem(
        "a.meta.json: the resource \"n\" is listed, and read, as \"resource:not%20a%20uri\": \"not a uri\" is not a URI");
  }

  @Test
  void a_registered_uri_that_is_none_is_reported() throws IOException {
    registered("\"uri\": \"a b\"");
    assertOneProblem(
        "the resource \"a\" is listed, and read, as \"resource:a%20b\": \"a b\" is not a URI");
  }

  @Test
  void a_registered_uri_that_no_client_can_ask_for_is_reported() throws IOException {
    registered("\"uri\": \"n:a%00b\"");
    assertOneProblem("the resource \"a\" can be read only by its name: \"n:a%00b\" is not a URI");
  }

  @Test
  void icons_are_relative_to_the_metadata() throws IOException {
    project
        .file("resources/deep/a.txt", "")
        .file("resources/deep/a.svg", "<svg/>")
        .file("resources/deep/a.svg.meta.json", "{\"name\": \"icon\"}")
        .file("resources/deep/a.txt.meta.json", "{\"icons\": [{\"src\": \"a.svg\"}]}");
    assertEquals(
        "data:image/svg+xml;base64,PHN2Zy8+",
        project
            .catalog()
            .resourceNamed("a")
            .orElseThrow()
            .definition()
            .at("/icons/0/src")
            .stringValue());
    project.register(
        "\"resources\": [{\"name\": \"a\", \"uri\": \"n://a\", \"icons\": [{\"src\": \"resources/deep/a.svg\"}]}]");
    assertTrue(
        project.catalog().resourceNamed("a").orElseThrow().definition().has("icons"),
        "relative to the project");
  }

  @Test
  void of_two_with_one_uri_the_first_by_name_is_read_and_the_other_reported() throws IOException {
    project.register(
        "\"resources\": [{\"name\": \"b\", \"uri\": \"n://x\"}, {\"name\": \"a\", \"uri\": \"n://x\"}]");
    Catalog catalog = project.catalog();
    assertEquals("a", catalog.resource("n://x").orElseThrow().name());
    assertEquals("b", catalog.resourceNamed("b").orElseThrow().name());
    assertEquals(Optional.empty(), catalog.resourceNamed("n://x"));
    assertOneProblem("\"b\" cannot be read by its URI");
  }

  @Test
  void scripts_still_get_what_mcp_bash_gave_them() throws IOException {
    discovered("{\"uri\": \"note://a\"}");
    assertEquals(
        "{\"name\":\"a\",\"description\":\"\",\"path\":\"a.txt\",\"uri\":\"note://a\","
            + "\"mimeType\":\"text/plain\",\"provider\":\"file\"}",
        Json.text(project.catalog().resources().get(0).described()));
  }

  @Test
  void a_template_shows_what_its_author_wrote() throws IOException {
    assertEquals(
        "{\"uriTemplate\":\"n://{id}\",\"name\":\"t\"}",
        Json.text(template("\"uriTemplate\": \"n://{id}\", \"provider\": \"own\"")));
    assertEquals(
        "{\"uriTemplate\":\"n://{id}\",\"name\":\"t\",\"title\":\"T\",\"description\":\"D\","
            + "\"mimeType\":\"text/csv\",\"annotations\":{\"priority\":1},"
            + "\"icons\":[{\"src\":\"https://e.org/i\"}],\"_meta\":{\"k\":null}}",
        Json.text(
            template(
                """
                "_meta": {"k": null}, "icons": [{"src": "https://e.org/i"}], "mimeType": "text/csv",
                "annotations": {"priority": 1}, "description": "D", "title": "T",
                "uriTemplate": "n://{id}", "provider": "own"\
                """)));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void a_template_whose_names_rfc_6570_does_not_have_is_listed_as_it_is_written()
      throws IOException {
    String written = "n://{project-dir}/{ path }";
    assertEquals(
        written,
        template("\"uriTemplate\": \"%s\"".formatted(written)).path("uriTemplate").stringValue());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void what_is_listed_is_every_definition_in_the_order_of_names_and_cannot_be_changed()
      throws IOException {
    project.file("resources/b.txt", "").file("resources/a.txt", "");
    template("\"uriTemplate\": \"n://{id}\"");
    Catalog catalog = project.catalog();
    assertEquals(
        catalog.resources().stream().map(Resource::definition).toList(),
        catalog.listed(CatalogKind.RESOURCES));
    assertEquals(
        catalog.templates().stream().map(ResourceTemplate::definition).toList(),
        catalog.listed(CatalogKind.RESOURCE_TEMPLATES));
    assertEquals("a", catalog.listed(CatalogKind.RESOURCES).get(0).get("name").stringValue());
    assertThrows(
        UnsupportedOperationException.class, () -> catalog.listed(CatalogKind.RESOURCES).clear());
  }
}
