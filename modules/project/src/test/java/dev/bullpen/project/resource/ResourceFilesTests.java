package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Fuzz;
import dev.bullpen.json.Json;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.resource.ResourceFiles.FolderContents;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.tool.UiResource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ResourceFilesTests extends ProjectTest {

  @BeforeEach
  void a_project() throws IOException {
    project.file("resources/a b%ä.json", "{}\n");
  }

  ResourceReading reading() {
    return new ResourceReading(project);
  }

  String uri(String path) {
    return FileUri.of(project.root.resolve("resources").resolve(path));
  }

  /** Registers a folder as a resource. */
  void folder(String path) throws IOException {
    project.register(
        "\"resources\": [{\"name\": \"d\", \"uri\": \"%s\", \"mimeType\": \"inode/directory\"}]"
            .formatted(uri(path)));
  }

  ArrayNode contents(String uri) throws ResourceException {
    ResourceRead.Local read = assertInstanceOf(ResourceRead.Local.class, reading().plan(uri));
    return read.target().contents(read.bytes());
  }

  @Test
  void every_listed_file_is_read_at_its_listed_uri() throws Exception {
    Resource listed = project.catalog().resources().get(0);
    ObjectNode expected = Json.object();
    expected.put("uri", listed.uri());
    expected.put("mimeType", "application/json");
    expected.put("text", "{}\n");
    assertEquals(expected, reading().item(listed.uri()));
  }

  /** Projects of mcp-bash read their files so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "file://./resources/a.txt",
        "FILE://.//resources/b/../%61.txt",
        "file://././resources/a.txt"
      })
  void a_path_after_a_dot_is_below_the_project(String uri) throws Exception {
    project.file("resources/a.txt", "content\n");

    assertEquals("content\n", reading().text(uri));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file://./a.txt",
        "file://./server.d/a.txt",
        "file://./resources/../a.txt",
        "file://./resources/.a.txt",
        "file://./%2e%2e/a.txt",
        "file://../project/resources/b.txt",
        "file://./resources/%00",
        "file://."
      })
  void it_is_no_way_to_what_is_not_published(String uri) throws Exception {
    for (String file : List.of("a.txt", "server.d/a.txt", "resources/.a.txt", "resources/b.txt")) {
      project.file(file, "secret");
    }

    assertEquals(Kind.NOT_FOUND, reading().failure(uri).kind());
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_resource_is_bounded(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    project.file("resources/long.txt", "a".repeat(100 + beyond));
    assertEquals(100, reading().reads().maxBytes());
    if (read) {
      assertEquals(100 + beyond, reading().text(uri("long.txt")).length());
    } else {
      ResourceException e = reading().failure(uri("long.txt"));
      ResourceReading.assertFailure(Kind.FAILED, "Resource content exceeds 100 bytes", e);
      assertTrue(e.detail().contains("MCPBASH_MAX_RESOURCE_BYTES"), e::detail);
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void an_echo_is_bounded_too(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    String uri = "echo://" + "%41".repeat(100 + beyond);
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"%s\"}]".formatted(uri));
    if (read) {
      assertEquals("A".repeat(100 + beyond), reading().text(uri));
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 100 bytes", reading().failure(uri));
    }
  }

  @Test
  void without_a_bound_of_its_own_that_of_the_output_counts_and_then_ten_megabytes() {
    assertEquals(10_485_760, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_TOOL_OUTPUT_SIZE", "7");
    assertEquals(7, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "8");
    assertEquals(8, reading().reads().maxBytes());
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "-1");
    assertEquals(7, reading().reads().maxBytes());
  }

  @Test
  void a_file_that_goes_between_the_plan_and_the_reading_is_not_found() throws Exception {
    project.file("resources/gone.txt", "a");
    ResourceRead read = reading().plan(uri("gone.txt"));
    Files.delete(project.root.resolve("resources/gone.txt"));
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> ResourceReading.text(read)));
  }

  @Test
  void a_folder_is_the_files_directly_in_it() throws Exception {
    project
        .file("resources/d/b.txt", "b")
        .file("resources/d/a.bin", "\u0000")
        .file("resources/d/.hidden", "no")
        .file("resources/d/sub/c.txt", "no")
        .file("resources/other.txt", "o")
        .file("secret.txt", "no");
    Path d = project.root.resolve("resources/d");
    Files.createSymbolicLink(d.resolve("link.txt"), Path.of("../other.txt"));
    Files.createSymbolicLink(d.resolve("out.txt"), Path.of("../../secret.txt"));
    Files.createSymbolicLink(d.resolve("shown.txt"), Path.of(".hidden"));
    Files.createSymbolicLink(d.resolve("nowhere.txt"), Path.of("gone"));
    Files.createSymbolicLink(d.resolve("root.txt"), Path.of("/"));
    assertEquals(0, new ProcessBuilder("mkfifo", d + "/fifo").start().waitFor());
    folder("d");
    assertEquals(
        Json.parse(
            """
            [{"uri": "%1$s/a.bin", "mimeType": "application/octet-stream", "blob": "AA=="},
             {"uri": "%1$s/b.txt", "mimeType": "text/plain", "text": "b"},
             {"uri": "%1$s/link.txt", "mimeType": "text/plain", "text": "o"}]
            """
                .formatted(uri("d"))),
        contents(uri("d")));
    assertEquals("o", reading().text(uri("d/link.txt")));
  }

  @Test
  void an_empty_folder_is_there() throws Exception {
    Files.createDirectories(project.root.resolve("resources/d"));
    folder("d");
    assertEquals(
        Json.parse(
            "[{\"uri\": \"%s\", \"mimeType\": \"inode/directory\", \"text\": \"\"}]"
                .formatted(uri("d"))),
        contents(uri("d")));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_folder_has_a_bounded_number_of_files(int beyond, boolean read) throws Exception {
    for (int i = 0; i < FolderContents.MAX_FILES + beyond; i++) {
      project.file("resources/d/%03d.txt".formatted(i), "");
    }
    folder("d");
    if (read) {
      assertEquals(FolderContents.MAX_FILES + beyond, contents(uri("d")).size());
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 256 files", reading().failure(uri("d")));
    }
  }

  @Test
  void a_folder_is_left_at_the_first_file_too_many() throws Exception {
    folder("d");
    Path d = Files.createDirectories(project.root.resolve("resources/d"));
    ResourceRead.Local read = assertInstanceOf(ResourceRead.Local.class, reading().plan(uri("d")));
    for (int i = 0; i <= FolderContents.MAX_FILES; i++) {
      Files.createFile(d.resolve("few" + i));
    }
    allocatedBy(read); // classes are loaded
    long few = allocatedBy(read);
    for (int i = 0; i < 2_000; i++) {
      Files.createFile(d.resolve("many" + i));
    }
    long many = allocatedBy(read);
    assertTrue(many < 2 * few, "%d bytes, of few files %d".formatted(many, few));
  }

  private static long allocatedBy(ResourceRead.Local read) {
    long before = Fuzz.allocated();
    ResourceException e = assertThrows(ResourceException.class, read::bytes);
    assertTrue(e.getMessage().contains("exceeds 256 files"), e::getMessage);
    return Fuzz.allocated() - before;
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void the_files_of_a_folder_are_bounded_together(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    project
        .file("resources/d/a", "a".repeat(40))
        .file("resources/d/b", "b".repeat(60 + beyond))
        .file("resources/d/c", "");
    folder("d");
    if (read) {
      assertEquals(3, contents(uri("d")).size());
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 100 bytes", reading().failure(uri("d")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "a b%ä.json", "../server.d"})
  void what_is_no_folder_inside_is_not_found_as_one(String path) throws IOException {
    project.file("server.d/x", "");
    folder(path);
    reading().assertNotFound(uri(path));
  }

  @Test
  void the_stamp_of_a_file_changes_with_the_file() throws Exception {
    String uri = uri("s.txt");
    String missing = reading().reads().stamp(uri).orElseThrow();
    project.file("resources/s.txt", "a");
    Path file = project.root.resolve("resources/s.txt");
    String first = reading().reads().stamp(uri).orElseThrow();
    assertNotEquals(missing, first);
    assertEquals(first, reading().reads().stamp(uri).orElseThrow());
    Files.writeString(file, "ab");
    String longer = reading().reads().stamp(uri).orElseThrow();
    assertNotEquals(first, longer);
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(Files.createFile(file.resolveSibling("new")), "cd");
    Files.setLastModifiedTime(file.resolveSibling("new"), time);
    Files.delete(file);
    Files.move(file.resolveSibling("new"), file);
    assertNotEquals(longer, reading().reads().stamp(uri).orElseThrow());
    Files.delete(file);
    assertEquals(missing, reading().reads().stamp(uri).orElseThrow());
  }

  @Test
  void the_stamp_of_a_folder_changes_with_its_files() throws Exception {
    project.file("resources/d/a", "a");
    folder("d");
    String first = reading().reads().stamp(uri("d")).orElseThrow();
    project.file("resources/d/a", "ab");
    String longer = reading().reads().stamp(uri("d")).orElseThrow();
    project.file("resources/d/b", "");
    assertNotEquals(first, longer);
    assertNotEquals(longer, reading().reads().stamp(uri("d")).orElseThrow());
  }

  @Test
  void a_file_outside_has_the_stamp_of_one_that_is_missing() throws IOException {
    project.file("outside.txt", "a");
    assertEquals(
        reading().reads().stamp(uri("gone")), reading().reads().stamp(uri("../outside.txt")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://h/a", "echo://b", "own://a", "nonsense", "git+https://h/r"})
  void what_is_no_local_file_has_no_stamp(String uri) throws IOException {
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"echo://a\"}]");
    assertEquals(Optional.empty(), reading().reads().stamp(uri));
  }

  @Test
  void the_stamp_of_what_a_uri_says_itself_never_changes() throws IOException {
    project.register("\"resources\": [{\"name\": \"e\", \"uri\": \"echo://a\"}]");
    String stamp = reading().reads().stamp("echo://a").orElseThrow();
    project.file("resources/a", "a");
    assertEquals(stamp, reading().reads().stamp("echo://a").orElseThrow());
  }

  @Test
  void a_file_that_a_script_reads_has_no_stamp() throws IOException {
    project.script("providers/file.sh");
    assertEquals(Optional.empty(), reading().reads().stamp(uri("a b%ä.json")));
  }

  @ParameterizedTest
  @CsvSource({
    "a.md, text/x-own, text/x-own",
    "a.md, '', text/markdown",
    "a, '', text/plain",
    "a.png, application/json, application/json"
  })
  void a_declared_kind_goes_before_the_name_of_the_file(
      String path, String declared, String mimeType) throws Exception {
    project
        .file("resources/" + path, "text")
        .file(
            "resources/" + path + ".meta.json",
            "{\"uri\": \"own://x/y.gif\", \"provider\": \"file\", \"mimeType\": \"%s\"}"
                .formatted(declared));
    // A file without a telling name leaves it to the URI, and that to the bytes.
    String type = path.equals("a") ? "image/gif" : mimeType;
    assertEquals(type, reading().item("own://x/y.gif").get("mimeType").stringValue());
    assertEquals(type, resourceAt("own://x/y.gif").definition().get("mimeType").stringValue());
  }

  @ParameterizedTest
  @CsvSource({
    "c.bin, a\0b, application/octet-stream",
    "c.bin, words, text/plain",
    "Makefile, words, text/plain",
    "c.txt, a\0b, text/plain",
  })
  void what_is_listed_is_what_is_read(String name, String text, String listed) throws Exception {
    ProjectFixture own = new ProjectFixture(Files.createDirectory(temporary.resolve("kinds")));
    own.file("resources/" + name, text.replace("\\0", "\0"));
    assertEquals(
        listed,
        own.catalog().listed(CatalogKind.RESOURCES).get(0).path("mimeType").stringValue(""));
  }

  @ParameterizedTest
  @CsvSource({
    "own://a, data/plain, a\0b, application/octet-stream",
    "own://a, data/plain, words, text/plain",
    "own://x/a.gif, data/plain, words, image/gif",
    "own://a, data/c.bin, words, text/plain",
    "file:, data/plain, a\0b, application/octet-stream",
    "file:, data/c.csv, words, text/csv",
  })
  void what_is_listed_of_a_registered_file_is_what_is_read(
      String written, String path, String text, String mimeType) throws Exception {
    String uri = written.equals("file:") ? FileUri.of(project.root.resolve(path)) : written;
    project
        .file(path, text.replace("\\0", "\0"))
        .register(
            "\"resources\": [{\"name\": \"a\", \"uri\": \"%s\", \"provider\": \"file\", \"path\": \"%s\"}]"
                .formatted(uri, path));
    project.env.put("MCPBASH_RESOURCES_DIR", project.root.toString());
    assertEquals(mimeType, reading().item(uri).get("mimeType").stringValue());
    assertEquals(
        mimeType,
        project.catalog().listed(CatalogKind.RESOURCES).get(0).path("mimeType").stringValue(""));
  }

  @Test
  void a_character_cut_in_two_makes_no_text_binary() {
    byte[] head = ("a" + "\u20ac".repeat(341)).getBytes(StandardCharsets.UTF_8);
    assertEquals(1024, head.length);
    assertEquals("text/plain", ResourceContent.detectedByHead("x.zzz", head));
    byte[] cut = ("ab" + "\u20ac".repeat(341)).getBytes(StandardCharsets.UTF_8);
    assertEquals("text/plain", ResourceContent.detectedByHead("x.zzz", Arrays.copyOf(cut, 1024)));
  }

  private ResourceRead read(String wanted, Path html) throws ResourceException {
    Layout layout = Layout.of(project.root, project.env, project.root.resolve("home"));
    ResourceProviders providers =
        new ResourceProviders(
            project.env,
            layout,
            new TrustedCommand(layout, Optional.empty()),
            new ScriptEnvironment(
                project.env, layout, new SearchPath(project.env), project.open().identity()));
    ObjectNode meta = Json.object().set("ui", Json.object());
    return providers.read(
        ResourceSubject.unknown(wanted, "ui"),
        Optional.of(new UiResource("p", wanted, html, meta, Json.object()))
            .filter(page -> wanted.equals("ui://s/p")));
  }

  private ResourceRead.Local page(Path html) throws ResourceException {
    return assertInstanceOf(ResourceRead.Local.class, read("ui://s/p", html));
  }

  @Test
  void the_page_of_an_interface_comes_as_html_with_its_meta() throws Exception {
    project.file("ui/p/index.html", "<p>\n");
    Path html = project.root.resolve("ui/p/index.html");
    ResourceRead.Local read = page(html);
    assertEquals(
        Json.parse(
            """
            [{"uri": "ui://s/p", "mimeType": "text/html;profile=mcp-app", "text": "<p>\\n",
              "_meta": {"ui": {}}}]
            """),
        read.target().contents(read.bytes()));
    assertNotEquals(FileStatus.NO_STAMP, read.stamp());
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> read("ui://s/q", html)));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_page_is_bounded(int beyond, boolean accepted) throws Exception {
    project.env.put("MCPBASH_MAX_UI_RESOURCE_BYTES", "100");
    project.file("ui/p/index.html", "a".repeat(100 + beyond));
    ResourceRead.Local read = page(project.root.resolve("ui/p/index.html"));
    if (accepted) {
      assertEquals(100 + beyond, read.bytes().length);
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED,
          "Resource content exceeds 100 bytes",
          assertThrows(ResourceException.class, read::bytes));
    }
    assertEquals(1_048_576, ResourceProviders.maxUiBytes(Map.of()));
  }

  @Test
  void a_page_that_is_a_link_or_gone_is_not_found() throws Exception {
    project.file("secret.html", "s").file("ui/p/x", "");
    project.link("ui/p/index.html", project.root.resolve("secret.html"));
    for (String path : new String[] {"ui/p/index.html", "ui/p/gone", "ui/gone/x", "ui/p"}) {
      ResourceRead.Local read = page(project.root.resolve(path));
      ResourceReading.assertNotFound(assertThrows(ResourceException.class, read::bytes));
    }
  }
}
