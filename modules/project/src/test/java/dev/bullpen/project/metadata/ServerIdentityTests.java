package dev.bullpen.project.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerIdentityTests extends ProjectTest {
  private static final String META = "server.d/server.meta.json";

  @Test
  void the_file_says_it_all() throws IOException {
    project
        .file(
            META,
            """
            {"name": "desk", "title": "The Desk", "version": "2.1", "description": "d",
             "websiteUrl": "https://example.org", "icons": [{"src": "data:,x"}]}
            """)
        .file("server.d/server.instructions.md", "Be kind.\n\nReally.\n\r\n");
    ServerIdentity identity = project.open().identity();
    assertEquals("desk", identity.name());
    assertEquals("The Desk", identity.title());
    assertEquals("2.1", identity.version());
    assertEquals(Optional.of("d"), identity.description());
    assertEquals(Optional.of("https://example.org"), identity.websiteUrl());
    assertEquals("[{\"src\":\"data:,x\"}]", Json.text(identity.icons().orElseThrow()));
    assertEquals(Optional.of("Be kind.\n\nReally."), identity.instructions());
    assertEquals(0, project.warnings.size());
  }

  @Test
  void an_empty_file_leaves_the_folder_name_and_version_zero() throws IOException {
    project.file(META, "{}");
    ServerIdentity identity = project.open().identity();
    assertEquals("project", identity.name());
    assertEquals("Project", identity.title());
    assertEquals("0.0.0", identity.version());
    assertEquals(Optional.empty(), identity.description());
    assertEquals(Optional.empty(), identity.icons());
    assertEquals(Optional.empty(), identity.instructions());
  }

  @Test
  void the_title_is_the_name_in_capitals() throws IOException {
    project.file(META, "{\"name\": \"my-great_server\"}");
    assertEquals("My Great Server", project.open().identity().title());
  }

  @Test
  void the_version_comes_from_the_version_file_before_package_json() throws IOException {
    project.file(META, "{}").file("package.json", "{\"version\": \"3.0.0\"}");
    assertEquals("3.0.0", project.open().identity().version());
    project.file("VERSION", "4.0.0\r\nignored\n");
    assertEquals("4.0.0", project.open().identity().version());
  }

  @Test
  void the_environment_speaks_only_where_there_is_no_file() throws IOException {
    project.env.put("MCPBASH_SERVER_NAME", "from-env");
    project.env.put("MCPBASH_SERVER_VERSION", "9");
    project.env.put("MCPBASH_SERVER_WEBSITE_URL", "https://env.example");
    project.env.put("MCPBASH_SERVER_ICONS", "[{\"src\": \"data:,e\"}]");
    ServerIdentity identity = project.open().identity();
    assertEquals("from-env", identity.name());
    assertEquals("From Env", identity.title());
    assertEquals("9", identity.version());
    assertEquals(Optional.of("https://env.example"), identity.websiteUrl());
    assertTrue(identity.icons().isPresent());
    project.file(META, "{}");
    identity = project.open().identity();
    assertEquals("project", identity.name());
    assertEquals("0.0.0", identity.version());
    assertEquals(Optional.empty(), identity.websiteUrl());
    assertEquals(Optional.empty(), identity.icons());
  }

  @Test
  void an_icon_is_made_what_clients_can_use() throws IOException {
    project
        .file(
            META,
            """
            {"icons": [{"src": "a.svg", "sizes": "48x48", "theme": "blue"}, {"src": "gone.svg"}]}
            """)
        .file("server.d/a.svg", "<svg/>");
    assertEquals(
        "[{\"src\":\"data:image/svg+xml;base64,PHN2Zy8+\",\"sizes\":[\"48x48\"],"
            + "\"mimeType\":\"image/svg+xml\"}]",
        Json.text(project.open().identity().icons().orElseThrow()));
    assertReported(project.warnings, "\"theme\"", "gone.svg");
  }

  @Test
  void an_icon_that_is_no_object_is_reported() throws IOException {
    project.file(META, "{\"icons\": [\"a.svg\", {\"src\": \"data:,x\"}]}");
    assertEquals(
        "[{\"src\":\"data:,x\"}]", Json.text(project.open().identity().icons().orElseThrow()));
    assertReported(project.warnings, "\"a.svg\" is no object. Write it as {\"src\": \"icon.svg\"}");
  }

  @Test
  void what_clients_are_not_shown_of_the_server_is_reported() throws IOException {
    project.file(
        META, "{\"websiteUrl\": \"e.org\", \"icons\": [{\"src\": \"data:,x\", \"mimeType\": 5}]}");
    assertEquals(
        "[{\"src\":\"data:,x\"}]", Json.text(project.open().identity().icons().orElseThrow()));
    assertReported(
        project.warnings,
        "\"websiteUrl\" is not shown to clients",
        "an icon: \"mimeType\" is ignored");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"name\": \"a\",}", "\"x\""})
  void a_broken_file_is_a_warning_and_defaults(String text) throws IOException {
    project.file(META, text);
    assertEquals("project", project.open().identity().name());
    assertEquals(1, project.warnings.size(), project.warnings.toString());
    assertTrue(
        project.warnings.get(0).startsWith(project.root.resolve(META).toString()),
        project.warnings.get(0));
  }

  @Test
  void members_of_the_wrong_type_are_warnings_and_defaults() throws IOException {
    project.file(META, "{\"name\": 7, \"title\": \" \", \"icons\": [{\"source\": 1}]}");
    ServerIdentity identity = project.open().identity();
    assertEquals("project", identity.name());
    assertEquals("Project", identity.title());
    assertEquals(Optional.empty(), identity.icons());
    assertEquals(3, project.warnings.size(), project.warnings.toString());
  }

  @Test
  void a_byte_order_mark_does_not_hurt() throws IOException {
    project.file(META, "\uFEFF{\"name\": \"marked\"}");
    assertEquals("marked", project.open().identity().name());
  }

  @Test
  void it_is_known_without_reading_the_rest_of_the_project() throws IOException {
    project.file(META, "{\"name\": \"desk\"}").file("server.d/register.json", "not json");
    assertEquals("desk", project.open().identity().name());
    assertEquals(0, project.warnings.size(), project.warnings.toString());
  }

  @Test
  void a_metadata_file_may_be_as_long_as_the_limit_and_no_longer() throws IOException {
    String start = "{\"name\": \"long\"}";
    project.file(META, start + " ".repeat(SmallFile.MAX_BYTES - start.length()));
    assertEquals("long", project.open().identity().name());
    Files.writeString(
        project.root.resolve(META), start + " ".repeat(SmallFile.MAX_BYTES - start.length() + 1));
    assertEquals("project", project.open().identity().name());
    assertTrue(project.warnings.get(0).contains("longer than 1048576 bytes"));
  }
}
