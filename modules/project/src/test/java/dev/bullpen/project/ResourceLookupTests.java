package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.file.FileUri;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.resource.ResourceRead;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceLookupTests extends ProjectTest {

  @BeforeEach
  void a_project() throws IOException {
    project
        .file("resources/a.txt", "a\n")
        .file("resources/guide/b.md", "b")
        .file("outside.txt", "o")
        .file(
            "resources/guides.meta.json",
            """
                {"name": "guides", "uriTemplate": "guide://{+path}", "mimeType": "text/x-guide"}
                """)
        .file(
            "resources/fixed.meta.json",
            """
                {"name": "fixed", "uriTemplate": "guide://guide/{name}.md", "provider": "echo"}
                """)
        .file("resources/own.txt", "own")
        .file("resources/own.meta.json", "{\"name\": \"own\", \"uri\": \"own://1\"}");
  }

  private ResourceReading reading() {
    return new ResourceReading(project);
  }

  private String uri(String path) {
    return FileUri.of(project.root.resolve(path));
  }

  @Test
  void a_resource_is_found_by_its_name_and_read_at_its_own_uri() throws Exception {
    ResourceRead read = reading().named("a");
    assertEquals(uri("resources/a.txt"), read.target().uri());
    assertEquals("file", read.target().provider());
    assertEquals("a\n", ResourceReading.text(read));
  }

  @Test
  void a_name_and_the_uri_of_the_same_resource_mean_it() throws Exception {
    ResourceReads reads = reading().reads();
    assertEquals(
        "own", ResourceReading.text(reads.plan(Optional.of("own://1"), Optional.of("own"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"own://2", "own://1/x", "guide://guide/b.md", "file:///etc/passwd", "x:y"})
  void a_name_beside_another_uri_is_refused(String other) {
    ResourceReading.assertFailure(
        Kind.INVALID,
        "name and uri mean different resources. Send one of them",
        assertThrows(
            ResourceException.class,
            () -> reading().reads().plan(Optional.of(other), Optional.of("own"))));
  }

  @Test
  void an_unknown_name_leaves_it_to_the_uri() throws Exception {
    ResourceReads reads = reading().reads();
    assertEquals(
        "own", ResourceReading.text(reads.plan(Optional.of("own://1"), Optional.of("gone"))));
    ResourceReading.assertNotFound(
        assertThrows(
            ResourceException.class, () -> reads.plan(Optional.empty(), Optional.of("gone"))));
  }

  @Test
  void neither_a_name_nor_a_uri_means_nothing() {
    for (Optional<String> none : List.of(Optional.<String>empty(), Optional.of(""))) {
      ResourceReading.assertFailure(
          Kind.INVALID,
          "Resource name or uri required",
          assertThrows(ResourceException.class, () -> reading().reads().plan(none, none)));
    }
  }

  @Test
  void a_resource_without_a_file_uri_is_read_at_its_path() throws Exception {
    assertEquals("own", reading().text("own://1"));
  }

  @Test
  void the_project_s_provider_of_its_scheme_reads_what_names_none() throws Exception {
    project.script("providers/own.sh").script("providers/guide.sh");
    assertEquals("own", reading().plan("own://1").target().provider());
    assertEquals("guide", reading().plan("guide://a").target().provider());
    project.file("resources/own.meta.json", "{\"uri\": \"own://1\", \"provider\": \"file\"}");
    assertEquals("file", reading().plan("own://1").target().provider());
    assertEquals("file", reading().plan(uri("resources/a.txt")).target().provider());
  }

  @Test
  void of_two_templates_the_one_that_says_more_is_taken() throws Exception {
    assertEquals("file", reading().plan("guide://guide/b.txt").target().provider());
    assertEquals("echo", reading().plan("guide://guide/b.md").target().provider());
  }

  @Test
  void a_template_of_files_is_read_below_the_resources_folder() throws Exception {
    ResourceRead read = reading().plan("guide:///a%2Etxt");
    assertEquals(Optional.of("text/x-guide"), read.target().mimeType());
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> ResourceReading.text(read)));
    assertEquals("a\n", reading().text("guide://a%2Etxt"));
    assertEquals("b", reading().text("guide://guide%2Fb%2Emd"));
    assertEquals("a\n", reading().text("guide://guide/../a.txt"));
  }

  @Test
  void a_resource_goes_before_a_template() throws Exception {
    project.file("resources/a.meta.json", "{\"uri\": \"guide://a\"}");
    assertEquals("a\n", reading().text("guide://a"));
    assertEquals(Optional.of("text/plain"), reading().plan("guide://a").target().mimeType());
  }

  @ParameterizedTest
  @CsvSource({
    "WordPress://posts/1, wordpress://posts/1, WordPress://posts/1",
    "wordpress://posts/1, WORDPRESS://posts/1, wordpress://posts/1",
    "https://Host/A, HTTPS://Host/A, https://Host/A"
  })
  void a_resource_is_found_by_its_scheme_in_any_case_and_read_as_it_is_registered(
      String registered, String asked, String read) throws Exception {
    project.register(
        "\"resources\": [{\"name\": \"w\", \"uri\": \"%s\", \"provider\": \"echo\"}]"
            .formatted(registered));
    assertEquals(read, reading().plan(asked).target().uri());
    assertEquals(read, reading().reads().plan(Optional.of(asked), Optional.of("w")).target().uri());
    String other = asked.replace("posts", "Posts").replace("/A", "/a");
    assertEquals(Optional.empty(), project.catalog().resource(other));
  }

  @Test
  void a_template_is_found_by_its_scheme_in_any_case_and_its_script_gets_its_own()
      throws Exception {
    project.file(
        "resources/wp.meta.json",
        """
        {"name": "wp", "uriTemplate": "WordPress://Posts/{id}", "provider": "echo"}
        """);
    for (String asked : List.of("wordpress://Posts/Ab", "WordPress://Posts/Ab")) {
      assertEquals("WordPress://Posts/Ab", reading().plan(asked).target().uri());
    }
    reading().assertNotFound("wordpress://posts/Ab");
    project.file(
        "resources/any.meta.json",
        "{\"name\": \"any\", \"uriTemplate\": \"{s}://q\", \"provider\": \"echo\"}");
    assertEquals("XyZ://q", reading().plan("XyZ://q").target().uri());
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:%s", "file://localhost%s", "FILE:%s", "file://%s", "file:%s"})
  void a_file_of_this_host_is_one_however_its_uri_says_so(String form) throws Exception {
    String asked = form.formatted(project.root + "/resources/a.txt");
    assertEquals("a\n", reading().text(asked));
    project.register("\"resources\": [{\"name\": \"r\", \"uri\": \"%s\"}]".formatted(asked));
    assertEquals("a\n", reading().text(asked));
    assertEquals("a\n", reading().text(uri("resources/a.txt")));
    assertEquals(asked, reading().plan(uri("resources/a.txt")).target().uri());
  }

  @Test
  void a_template_of_files_matches_however_a_uri_says_that_it_is_of_this_host() throws Exception {
    project.file(
        "resources/txt.meta.json",
        "{\"name\": \"txt\", \"uriTemplate\": \"file://%s/resources/{n}.txt\", \"mimeType\": \"text/x-n\"}"
            .formatted(project.root));
    for (String form : List.of("file:%s", "file://localhost%s", "FILE://%s")) {
      ResourceRead read = reading().plan(form.formatted(project.root + "/resources/own.txt"));
      assertEquals(Optional.of("text/x-n"), read.target().mimeType(), form);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:resources/a.txt", "file://elsewhere/a", "file:%2Fetc%2Fhostname"})
  void a_uri_of_another_host_or_without_a_path_names_no_file(String uri) {
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> reading().text(uri)));
  }

  @Test
  void a_template_whose_values_are_not_text_does_not_match() {
    reading().assertNotFound("guide://%ff");
  }

  @Test
  void an_unknown_uri_is_read_by_the_provider_of_its_scheme() throws Exception {
    assertEquals("a\n", reading().text("FILE://LocalHost" + project.root + "/resources/a.txt"));
    project.script("home/providers/https.sh");
    ResourceRead.Script https =
        assertInstanceOf(ResourceRead.Script.class, reading().plan("HTTPS://example.org/a?b#c"));
    assertEquals("HTTPS://example.org/a?b#c", https.command().get(https.command().size() - 1));
    assertEquals("https", https.target().provider());
    ResourceReading.assertNotFound(reading().failure("ui://server/gone"));
    ResourceReading.assertFailure(
        Kind.INVALID,
        "Git provider is disabled; set MCPBASH_ENABLE_GIT_PROVIDER=true to enable",
        reading().failure("git+https://example.org/r#main:a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo://a", "http://a", "ftp://a", "a://b", "git://a", "data:,a", "x:"})
  void other_schemes_have_none(String uri) {
    reading().assertNotFound(uri);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https:a", "https:///a", "https://", "https://a b"})
  void a_web_resource_needs_a_host(String uri) throws IOException {
    project.script("home/providers/https.sh");
    project.register("\"resources\": [{\"name\": \"w\", \"uri\": \"%s\"}]".formatted(uri));
    ResourceReading.assertFailure(
        Kind.INVALID,
        "Invalid resource specification",
        assertThrows(ResourceException.class, () -> reading().named("w")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://b\u00fccher.example/x", "https://b%C3%BCcher.example/x"})
  void a_host_beyond_ascii_is_found_as_it_is_written_and_as_it_is_listed(String asked)
      throws Exception {
    String uri = "https://b\u00fccher.example/x";
    project.script("home/providers/https.sh");
    project.register("\"resources\": [{\"name\": \"w\", \"uri\": \"%s\"}]".formatted(uri));
    for (Optional<String> name : List.of(Optional.<String>empty(), Optional.of("w"))) {
      ResourceRead read = reading().reads().plan(Optional.of(asked), name);
      assertEquals(uri, asked(read));
      assertEquals(uri, read.target().uri());
    }
  }

  @Test
  void a_host_beyond_ascii_need_not_be_registered() throws Exception {
    String uri = "https://b\u00fccher.example:8443/x";
    project.script("home/providers/https.sh");
    assertEquals(uri, asked(reading().plan(uri)));
  }

  /** What a script is to read. */
  private static String asked(ResourceRead read) {
    List<String> command = assertInstanceOf(ResourceRead.Script.class, read).command();
    return command.get(command.size() - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/a, h:443",
    "https://H:443/a, h:443",
    "https://h:0443/a, h:443",
    "https://h:8443/a, h:8443",
    "https://[::1]/a, [::1]:443",
    "https://[::1]:8443/a, [::1]:8443",
  })
  void a_host_has_one_name_however_it_is_spelt(String uri, String place) throws Exception {
    project.script("home/providers/https.sh");
    ResourceRead.Script read = assertInstanceOf(ResourceRead.Script.class, reading().plan(uri));
    assertEquals(place, read.host().orElseThrow().place());
  }

  @ParameterizedTest
  @CsvSource({"15000, 15", "14001, 15", "14000, 14", "1, 1"})
  void a_read_that_has_waited_has_the_rest_of_its_time(long millis, String seconds)
      throws Exception {
    project.script("home/providers/https.sh");
    ResourceRead.Script read =
        ((ResourceRead.Script) reading().plan("https://h/a")).within(Duration.ofMillis(millis));
    assertEquals(seconds, read.environment().get("MCPBASH_HTTPS_TIMEOUT"));
    assertEquals(
        Duration.ofSeconds(Long.parseLong(seconds) + 5),
        reading().reads().timeout(read, Duration.ofSeconds(30)));
  }

  @Test
  void a_broken_registration_breaks_every_read() throws IOException {
    project.file("server.d/register.json", "{");
    ResourceException e = reading().failure(uri("resources/a.txt"));
    ResourceReading.assertFailure(Kind.FAILED, "Unable to load resources registry", e);
    assertTrue(e.detail().contains("register.json"), e::detail);
  }

  @Test
  void a_registered_uri_no_script_can_be_given_is_not_read() throws IOException {
    project
        .register("\"resources\": [{\"name\": \"n\", \"uri\": \"own:a\\u0000b\"}]")
        .script("providers/own.sh");
    ResourceReading.assertNotFound(
        assertThrows(ResourceException.class, () -> reading().named("n")));
  }

  @ParameterizedTest
  @CsvSource({
    "echo://a%20b%0a, 'a b\n'",
    "echo://, ''",
    "echo://%C3%A4?x#y, ä?x#y",
    "echo://%2541, %41",
    "ECHO://a, a"
  })
  void an_echo_is_its_own_text(String uri, String text) throws Exception {
    project.register(
        "\"resources\": [{\"name\": \"e\", \"uri\": \"%s\", \"provider\": \"echo\"}]"
            .formatted(uri));
    assertEquals(text, ResourceReading.text(reading().named("e")));
    assertEquals(text, reading().text(uri));
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo:a", "echo:/a", "other://a", "echo://%ff", "echo://%c0%ae"})
  void what_is_no_echo_is_refused(String uri) throws IOException {
    project.register(
        "\"resources\": [{\"name\": \"e\", \"uri\": \"%s\", \"provider\": \"echo\"}]"
            .formatted(uri));
    ResourceReading.assertFailure(
        Kind.INVALID, "Invalid resource specification", reading().failure(uri));
  }
}
