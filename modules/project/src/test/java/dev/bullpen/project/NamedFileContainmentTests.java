package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.catalog.Catalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Whatever file a project names or consists of: none outside of it is shown to a client. */
class NamedFileContainmentTests extends ProjectTest {
  private static final String SECRET = "a secret of the user";

  private Path secret;

  @BeforeEach
  void a_project_beside_a_secret() throws IOException {
    project.file("tools/icon.svg", "<svg/>");
    secret = Files.writeString(temporary.toRealPath().resolve("secret.txt"), SECRET);
  }

  /** One of everything that has icons. */
  private ProjectFixture with(String icon) throws IOException {
    String icons = "\"icons\": [{\"src\": \"%s\"}]".formatted(icon);
    return project
        .tool("t", "{\"name\": \"t\", %s}".formatted(icons))
        .file("tools/t/ui/index.html", "<p>")
        .file("tools/t/ui/ui.meta.json", "{%s}".formatted(icons))
        .file("prompts/p.txt", "p")
        .file("prompts/p.meta.json", "{\"name\": \"p\", %s}".formatted(icons))
        .file("resources/r.txt", "r")
        .file("resources/r.meta.json", "{\"name\": \"r\", %s}".formatted(icons))
        .file(
            "resources/m.meta.json",
            "{\"name\": \"m\", \"uriTemplate\": \"x://{y}\", %s}".formatted(icons))
        .file("server.d/server.meta.json", "{\"name\": \"s\", %s}".formatted(icons));
  }

  private static List<ObjectNode> definitions(Catalog catalog) {
    List<ObjectNode> all = new ArrayList<>();
    catalog.tools().forEach(tool -> all.add(tool.definition()));
    catalog.prompts().forEach(prompt -> all.add(prompt.definition()));
    catalog.resources().forEach(resource -> all.add(resource.definition()));
    catalog.templates().forEach(template -> all.add(template.definition()));
    catalog.uiResources().forEach(page -> all.add(page.definition()));
    return all;
  }

  private void assertNothingIsShown(int items) {
    Project open = project.open();
    Catalog catalog = open.catalog();
    List<ObjectNode> definitions = definitions(catalog);
    assertEquals(items, definitions.size(), definitions.toString());
    for (ObjectNode definition : definitions) {
      assertFalse(definition.has("icons"), definition.toString());
    }
    assertEquals(Optional.empty(), open.identity().icons());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/proc/self/environ", "ABSOLUTE", "UP", "link.txt", "linked/secret.txt"})
  void an_icon_outside_of_the_project_is_left_out_and_reported(String attack) throws IOException {
    for (String folder : List.of("tools/t", "tools/t/ui", "prompts", "resources", "server.d")) {
      project.file(folder + "/.keep", "");
      Files.createSymbolicLink(project.root.resolve(folder).resolve("link.txt"), secret);
      Files.createSymbolicLink(project.root.resolve(folder).resolve("linked"), secret.getParent());
    }
    with(
        switch (attack) {
          case "ABSOLUTE" -> secret.toString();
          case "UP" -> "../../../../../../../../../../.." + secret;
          default -> attack;
        });
    assertNothingIsShown(5);
    assertEquals(
        6,
        project.warnings.stream().filter(said -> said.contains("leads out of the project")).count(),
        project.warnings.toString());
  }

  @Test
  void what_is_registered_is_held_to_the_same() throws IOException {
    String icons = "\"icons\": [{\"src\": \"%s\"}, {\"src\": \"https://x/y\"}]".formatted(secret);
    project.script("tools/t/tool.sh").file("prompts/p.txt", "p").file("resources/r.txt", "r");
    project.register(
        """
        "tools": [{"name": "t", "path": "t/tool.sh", %1$s}],
        "prompts": [{"name": "p", "path": "p.txt", %1$s}],
        "resources": [{"name": "r", "uri": "x://r", "path": "r.txt", %1$s}],
        "resourceTemplates": [{"name": "m", "uriTemplate": "x://{y}", %1$s}]
        """
            .formatted(icons));
    for (ObjectNode definition : definitions(project.catalog())) {
      assertEquals(
          "[{\"src\":\"https://x/y\"}]",
          definition.path("icons").toString(),
          definition.toString());
    }
    assertEquals(4, project.warnings.size(), project.warnings.toString());
  }

  @Test
  void an_icon_elsewhere_in_the_project_is_shown_and_uris_stay_as_they_are() throws IOException {
    String icon = project.root.resolve("tools/icon.svg").toString();
    String data =
        "data:image/svg+xml;base64,"
            + Base64.getEncoder().encodeToString("<svg/>".getBytes(StandardCharsets.UTF_8));
    for (String src : List.of(icon, data, "https://x/icon.svg", "HTTP://x/icon.svg")) {
      with(src);
      for (ObjectNode definition : definitions(project.catalog())) {
        assertEquals(
            src.equals(icon) ? data : src,
            definition.path("icons").path(0).path("src").stringValue(""));
      }
    }
    assertEquals(List.of(), project.warnings);
  }

  @Test
  void an_icon_that_would_block_its_reader_or_has_no_end_is_left_out() throws Exception {
    Path fifo = project.root.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    for (String src : List.of(fifo.toString(), "/dev/zero", project.root.toString())) {
      with(src);
      assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertNothingIsShown(5));
    }
  }

  @Test
  void the_files_that_say_who_the_server_is_are_not_read_outside_of_the_project()
      throws IOException {
    project.file("server.d/.keep", "");
    Path json = Files.writeString(secret.resolveSibling("secret.json"), "{\"name\": \"secret\"}");
    for (String name : List.of("server.d/server.instructions.md", "VERSION")) {
      project.link(name, secret);
    }
    for (String name : List.of("server.d/server.meta.json", "package.json")) {
      project.link(name, json);
    }
    assertFalse(project.open().identity().toString().contains("secret"));
    assertEquals(4, project.warnings.size(), project.warnings.toString());
    for (String said : project.warnings) {
      assertTrue(
          said.endsWith(" is ignored: it leads out of the project. Put a real file in its place."),
          said);
    }
  }

  @Test
  void instructions_may_be_a_link_to_another_file_of_the_project() throws IOException {
    project.file("docs/use.md", "use it").file("server.d/.keep", "");
    project.link("server.d/server.instructions.md", Path.of("../docs/use.md"));
    assertEquals(Optional.of("use it"), project.open().identity().instructions());
  }

  @Test
  void metadata_that_is_a_link_out_of_the_project_describes_nothing() throws IOException {
    Path json =
        Files.writeString(
            secret.resolveSibling("secret.json"),
            "{\"name\": \"x\", \"title\": \"%s\"}".formatted(SECRET));
    project
        .script("tools/t/tool.sh")
        .file("tools/t/ui/index.html", "<p>")
        .file("prompts/p.txt", "p")
        .file("resources/r.txt", "r");
    for (String name :
        List.of(
            "tools/t/tool.meta.json",
            "tools/t/ui/ui.meta.json",
            "prompts/p.meta.json",
            "resources/r.meta.json")) {
      project.link(name, json);
    }
    assertFalse(definitions(project.catalog()).toString().contains(SECRET));
    assertEquals(4, project.warnings.size(), project.warnings.toString());
  }

  @Test
  void the_page_of_an_interface_is_not_read_where_its_folder_has_come_to_lead() throws Exception {
    project.file("ui/page/index.html", "<p>");
    Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("index.html"), SECRET);
    ResourceReading reading = new ResourceReading(project);
    assertEquals("<p>", reading.text("ui://project/page"));
    Files.move(project.root.resolve("ui/page"), project.root.resolve("ui/old"));
    project.link("ui/page", elsewhere.toRealPath());
    reading.assertNotFound("ui://project/page");
  }
}
