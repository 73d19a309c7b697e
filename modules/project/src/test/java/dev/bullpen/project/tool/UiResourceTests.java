package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class UiResourceTests extends ProjectTest {

  @BeforeEach
  void a_server_with_a_name() throws IOException {
    project.file("server.d/server.meta.json", "{\"name\": \"srv\"}");
  }

  private List<String> interfaces() {
    return project.catalog().uiResources().stream().map(UiResource::name).toList();
  }

  /** The interface of a metadata file beside an {@code index.html}. */
  private UiResource described(String metadata) throws IOException {
    project.file("ui/x/index.html", "<p>").file("ui/x/ui.meta.json", metadata);
    return project.catalog().uiResources().get(0);
  }

  @Test
  void a_page_alone_is_an_interface() throws IOException {
    project.file("ui/x/index.html", "<p>");
    UiResource ui = project.catalog().uiResources().get(0);
    assertEquals(project.root.resolve("ui/x/index.html"), ui.html());
    assertEquals(
        "{\"uri\":\"ui://srv/x\",\"name\":\"x\",\"description\":\"UI resource for x\","
            + "\"mimeType\":\"text/html;profile=mcp-app\","
            + "\"_meta\":{\"ui\":{\"csp\":{},\"permissions\":{},\"prefersBorder\":true}}}",
        Json.text(ui.definition()));
    assertEquals(ui.definition().get("_meta"), ui.meta());
    assertProblems();
  }

  @Test
  void its_metadata_says_more() throws IOException {
    project.file("ui/x/app/start.html", "");
    UiResource ui =
        described(
            """
            {"entrypoint": "app/start.html", "template": "form", "config": {"a": 1}, "title": "T",
             "description": "D", "meta": {"csp": {"connectDomains": ["https://e.org"]},
             "permissions": {"camera": {}}, "prefersBorder": false, "other": 1}}\
            """);
    assertEquals(project.root.resolve("ui/x/app/start.html"), ui.html());
    assertEquals(
        "{\"uri\":\"ui://srv/x\",\"name\":\"x\",\"title\":\"T\",\"description\":\"D\","
            + "\"mimeType\":\"text/html;profile=mcp-app\",\"_meta\":{\"ui\":{"
            + "\"csp\":{\"connectDomains\":[\"https://e.org\"]},\"permissions\":{\"camera\":{}},"
            + "\"prefersBorder\":false}}}",
        Json.text(ui.definition()));
    assertProblems();
  }

  @Test
  void interfaces_lie_beside_tools_and_in_a_folder_of_their_own() throws IOException {
    project
        .tool("a")
        .file("tools/a/ui/index.html", "")
        .file("tools/group/b/ui/ui.meta.json", "{\"entrypoint\": \"b.html\"}")
        .file("tools/group/b/ui/b.html", "")
        .file("ui/c/index.html", "")
        .file("ui/index.html", "")
        .file("ui/deep/d/index.html", "")
        .file("ui/none/other.html", "")
        .file("tools/ui/index.html", "");
    assertEquals(List.of("a", "b", "c"), interfaces());
    assertEquals(
        "ui://srv/a", toolNamed("a").definition().at("/_meta/ui/resourceUri").stringValue());
    assertProblems();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"entrypoint\": \"gone.html\"}", "{"})
  void a_tool_does_not_point_to_an_interface_without_a_page(String metadata) throws IOException {
    project
        .tool("a", "{\"name\": \"a\", \"_meta\": {\"ui\": {\"visibility\": [\"app\"]}}}")
        .file("tools/a/ui/ui.meta.json", metadata);
    assertEquals(
        "{\"ui\":{\"visibility\":[\"app\"]}}", Json.text(toolNamed("a").definition().get("_meta")));
    assertEquals(List.of(), interfaces());
  }

  @Test
  void a_tool_does_not_point_to_the_interface_of_another() throws IOException {
    project
        .tool("x")
        .file("tools/x/ui/index.html", "")
        .script("tools/z/x/tool.sh")
        .file("tools/z/x/tool.meta.json", "{\"name\": \"zx\"}")
        .file("tools/z/x/ui/index.html", "");
    Catalog catalog = project.catalog();
    assertTrue(catalog.tool("x").orElseThrow().definition().has("_meta"));
    assertFalse(catalog.tool("zx").orElseThrow().definition().has("_meta"));
  }

  @Test
  void its_metadata_may_be_a_link_within_the_project() throws IOException {
    project
        .file("shared/ui.json", "{\"entrypoint\": \"page.html\"}")
        .tool("x")
        .file("tools/x/ui/page.html", "")
        .script("tools/x/ui/build.sh")
        .file("tools/x/ui/build.meta.json", "{\"name\": \"build\"}")
        .file("ui/y/page.html", "");
    for (String folder : List.of("tools/x/ui", "ui/y")) {
      Path link = project.root.resolve(folder).resolve("ui.meta.json");
      Files.createSymbolicLink(link, project.root.resolve("shared/ui.json"));
    }
    assertEquals(List.of("x", "y"), interfaces());
    assertEquals(1, project.catalog().tools().size());
    assertProblems();
  }

  @Test
  void an_interface_within_an_interface_is_none() throws IOException {
    project
        .file("tools/x/ui/index.html", "")
        .file("tools/x/ui/a/ui/index.html", "")
        .file("tools/x/ui/a/b/c/ui/index.html", "")
        .file("tools/xx/y/ui/index.html", "");
    assertEquals(List.of("x", "y"), interfaces());
  }

  @Test
  void that_of_a_tool_goes_before_one_by_itself() throws IOException {
    project
        .file("tools/x/ui/index.html", "")
        .file("tools/z/x/ui/index.html", "")
        .file("ui/x/index.html", "");
    assertEquals(List.of("x"), interfaces());
    assertEquals(
        project.root.resolve("tools/x/ui/index.html"),
        project.catalog().uiResources().get(0).html());
    assertProblems("tools/z/x/ui is not published", "/ui/x is not published");
  }

  @Test
  void registered_tools_do_not_hide_the_interfaces() throws IOException {
    project.file("tools/x/ui/index.html", "").register("\"tools\": [], \"resources\": []");
    assertEquals(List.of("x"), interfaces());
    assertEquals(1, project.catalog().listed(CatalogKind.RESOURCES).size());
  }

  @Test
  void the_operator_may_name_another_folder() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere/y"));
    Files.writeString(elsewhere.resolve("index.html"), "");
    project.file("ui/x/index.html", "");
    project.env.put("MCPBASH_UI_DIR", elsewhere.getParent().toString());
    assertEquals(List.of("y"), interfaces());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../other.html", "/etc/passwd", "link.html", "linked/a.html", "gone", "sub"})
  void a_page_outside_its_folder_or_behind_a_link_is_not_taken(String entrypoint)
      throws IOException {
    Path outside = Files.createDirectories(temporary.toRealPath().resolve("out"));
    Files.writeString(outside.resolve("a.html"), "");
    project.file("ui/other.html", "").file("ui/x/sub/a.html", "");
    project.link("ui/x/link.html", outside.resolve("a.html"));
    project.link("ui/x/linked", outside);
    project.file("ui/x/ui.meta.json", "{\"entrypoint\": \"%s\"}".formatted(entrypoint));
    assertEquals(List.of(), interfaces());
    assertProblems("ui.meta.json: \"entrypoint\" is ignored", "ui/x is not published");
  }

  @Test
  void one_with_nothing_to_show_is_reported_and_left_out() throws IOException {
    project.file("ui/x/ui.meta.json", "{}").file("ui/y/ui.meta.json", "{\"template\": \"own\"}");
    assertEquals(List.of(), interfaces());
    assertProblems("ui/x is not published", "ui/y is not published");
  }

  @Test
  void broken_metadata_leaves_the_page() throws IOException {
    UiResource ui = described("{");
    assertTrue(ui.html().endsWith("index.html"));
    assertProblems("ui.meta.json is ignored");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"meta\": []", "\"meta\": {\"csp\": 1}", "\"title\": 1"})
  void a_member_of_the_wrong_type_is_reported_and_left_out(String member) throws IOException {
    UiResource ui = described("{" + member + "}");
    assertEquals(
        "{\"ui\":{\"csp\":{},\"permissions\":{},\"prefersBorder\":true}}", Json.text(ui.meta()));
    assertProblems("is ignored");
  }

  @Test
  void one_is_found_by_its_name_whatever_the_server_is_called() throws IOException {
    project.file("ui/x/index.html", "").file("ui/two words/index.html", "");
    Catalog catalog = project.catalog();
    UiResource ui = catalog.uiResource("ui://srv/x").orElseThrow();
    assertEquals(Optional.of(ui), catalog.uiResource("ui://mcp-server/x"));
    assertEquals(Optional.of(ui), catalog.uiResource("ui://x"));
    assertEquals(
        "ui://srv/two%20words", catalog.uiResource("ui://srv/two%20words").orElseThrow().uri());
    assertEquals(Optional.of(ui), catalog.uiResource("UI://srv/x"));
    for (String other :
        List.of("ui://srv/y", "ui://srv/x/", "ui://srv/%zz", "x", "ui://", "ui:x")) {
      assertEquals(Optional.empty(), catalog.uiResource(other), other);
    }
  }

  @Test
  void the_name_of_the_server_is_escaped_as_a_host_must_be() throws IOException {
    project
        .file("server.d/server.meta.json", "{\"name\": \"@e/my server\"}")
        .tool("x")
        .file("tools/x/ui/index.html", "");
    Catalog catalog = project.catalog();
    String uri = catalog.uiResources().get(0).uri();
    assertEquals("ui://%40e%2Fmy%20server/x", uri);
    assertTrue(catalog.uiResource(uri).isPresent());
    assertEquals(
        uri,
        catalog.tool("x").orElseThrow().definition().at("/_meta/ui/resourceUri").stringValue());
  }

  @Test
  void they_are_listed_after_the_resources() throws IOException {
    project
        .file("ui/a/index.html", "")
        .file("ui/b/index.html", "")
        .file("resources/z.txt", "")
        .file("resources/b.txt", "");
    Catalog catalog = project.catalog();
    assertEquals(
        List.of("b", "z", "a", "b"),
        catalog.listed(CatalogKind.RESOURCES).stream().map(UiResourceTests::name).toList());
    assertEquals(2, catalog.resources().size());
  }

  private static String name(ObjectNode definition) {
    return definition.get("name").stringValue();
  }
}
