package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources that programs in Java read. */
class JavaResourceTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_program_beside_its_metadata() throws IOException {
    project.file("resources/own.java", "class Own {}");
    describe("{\"uri\": \"own://1\"}");
  }

  private void describe(String metadata) throws IOException {
    project.file("resources/own.meta.json", metadata);
  }

  private void remove(String... files) throws IOException {
    for (String file : files) {
      Files.delete(project.root.resolve(file));
    }
  }

  private ResourceRead read(String uri) throws ResourceException {
    return new ResourceReading(project).plan(uri);
  }

  private ResourceRead.Script script(String uri) throws ResourceException {
    return assertInstanceOf(ResourceRead.Script.class, read(uri));
  }

  private void assertReads(String file, String uri) throws ResourceException {
    assertEquals(List.of(path(file), uri), script(uri).command());
    assertEquals(List.of(), project.catalog().problems());
  }

  private void assertRejected(String uri, String detail) {
    ResourceException e = assertThrows(ResourceException.class, () -> read(uri));
    assertEquals(
        "Resource provider path rejected by policy. The log of the server says why and what to change.",
        e.getMessage());
    assertTrue(e.detail().contains(detail), e.detail());
  }

  @Test
  void it_reads_what_its_metadata_describes() throws Exception {
    assertReads("resources/own.java", "own://1");
    Resource resource = resourceAt("own://1");
    assertEquals("own.java", resource.provider());
    assertEquals("text/plain", resource.definition().get("mimeType").stringValue());
    assertFalse(resource.definition().has("size"));
  }

  @Test
  void a_jar_does_too_and_a_source_goes_before_it() throws Exception {
    remove("resources/own.java");
    project.file("resources/own.jar", "PK");
    assertReads("resources/own.jar", "own://1");
    describe("{\"name\": \"t\", \"uriTemplate\": \"own://{id}\"}");
    assertReads("resources/own.jar", "own://2");
    project.file("resources/own.java", "class Own {}");
    assertReads("resources/own.java", "own://2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"own", "own.java"})
  void its_metadata_may_name_it(String provider) throws Exception {
    describe("{\"uri\": \"own://1\", \"provider\": \"%s\"}".formatted(provider));
    assertReads("resources/own.java", "own://1");
  }

  @Test
  void it_goes_before_a_script_of_its_name() throws Exception {
    project.script("providers/own.sh");
    assertReads("resources/own.java", "own://1");
  }

  @Test
  void metadata_that_names_another_provider_is_read_by_that_one() throws Exception {
    describe("{\"uri\": \"own://1\", \"provider\": \"other\"}");
    project.script("providers/other.sh");
    assertReads("providers/other.sh", "own://1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"name\": \"own\"}",
        "{\"uri\": \"own://1\", \"provider\": \"file\"}",
      })
  void a_described_source_without_a_uri_of_its_own_is_a_text(String metadata) throws Exception {
    describe(metadata);
    String uri = project.catalog().resources().get(0).uri();
    assertEquals("class Own {}", new ResourceReading(project).text(uri));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "echo", "https", "ui", "git"})
  void the_name_of_what_is_built_in_means_that(String provider) throws Exception {
    project
        .file("resources/" + provider + ".java", "class B {}")
        .file(
            "resources/" + provider + ".meta.json",
            "{\"uri\": \"x://1\", \"provider\": \"%s\"}".formatted(provider));
    assertEquals(provider, resourceAt("x://1").provider());
  }

  @Test
  void a_program_may_be_called_like_what_is_built_in() throws Exception {
    project
        .file("resources/echo.java", "class Echo {}")
        .file("resources/echo.meta.json", "{\"uri\": \"x://1\"}");
    assertReads("resources/echo.java", "x://1");
  }

  @Test
  void it_reads_the_uris_of_a_template() throws Exception {
    describe("{\"name\": \"own\", \"uriTemplate\": \"own://{id}\", \"mimeType\": \"text/x\"}");
    assertReads("resources/own.java", "own://7");
    assertEquals("7", script("own://7").environment().get("MCP_RESOURCE_VAR_ID"));
    assertEquals("own.java", project.catalog().templates().get(0).provider());
  }

  @Test
  void a_template_with_another_provider_is_not_its_own() throws Exception {
    describe("{\"name\": \"own\", \"uriTemplate\": \"own://{id}\", \"provider\": \"other\"}");
    project.script("providers/other.sh");
    assertReads("providers/other.sh", "own://7");
    assertEquals("own", project.catalog().templates().get(0).path());
  }

  @Test
  void without_metadata_it_is_a_library() throws IOException {
    project
        .file("resources/Library.java", "class Library {}")
        .file("resources/lib/x.jar", "PK")
        .file("resources/both.txt", "")
        .file("resources/both.java", "class Both {}");
    assertEquals(List.of("both", "own"), resources());
    assertEquals("both.txt", project.catalog().resourceNamed("both").orElseThrow().path());
  }

  @Test
  void a_program_in_the_folder_of_providers_comes_after_the_scripts() throws Exception {
    remove("resources/own.java", "resources/own.meta.json");
    project
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"uri\": \"own://1\", \"provider\": \"own\"}")
        .script("providers/own.jar", "PK");
    assertReads("providers/own.jar", "own://1");
    project.script("providers/own.java", "#!/bin/sh\n");
    assertReads("providers/own.java", "own://1");
    project.script("providers/own.py");
    assertReads("providers/own.py", "own://1");
    project.script("providers/own.sh");
    assertReads("providers/own.sh", "own://1");
    project.file("resources/r.meta.json", "{\"uri\": \"own://1\", \"provider\": \"own.java\"}");
    assertReads("providers/own.java", "own://1");
  }

  @ParameterizedTest
  @CsvSource({"resources/own.java, rw-rw-r--", "resources/own.java, rw-r--rw-"})
  void one_that_others_may_write_is_not_started(String file, String permissions)
      throws IOException {
    ProjectFixture.permit(project.root.resolve(file), permissions);
    assertRejected("own://1", "chmod go-w");
    describe("{\"name\": \"own\", \"uriTemplate\": \"own://{id}\"}");
    assertRejected("own://1", "chmod go-w");
  }

  @Test
  void one_of_the_providers_that_others_may_write_is_not_started() throws IOException {
    remove("resources/own.java");
    project.file("resources/own.txt", "").file("providers/own.java", "class Own {}");
    describe("{\"uri\": \"own://1\", \"provider\": \"own\"}");
    ProjectFixture.permit(project.root.resolve("providers/own.java"), "rw-rw-r--");
    assertRejected("own://1", "chmod go-w");
  }

  @Test
  void one_that_is_no_file_in_the_project_any_more_is_not_started() throws IOException {
    Project open = project.open();
    open.catalog();
    Path source = project.root.resolve("resources/own.java");
    Path outside = temporary.toRealPath().resolve("outside.java");
    Files.move(source, outside);
    assertGone(open, "there is no such file");
    Files.createSymbolicLink(source, outside);
    assertGone(open, "leads out of the project");
    Files.delete(source);
    Files.createDirectory(source);
    assertGone(open, "not a regular file");
  }

  private static void assertGone(Project open, String detail) {
    ResourceException e =
        assertThrows(
            ResourceException.class,
            () -> open.resourceReads().plan(Optional.of("own://1"), Optional.empty()));
    assertTrue(e.detail().contains(detail), e.detail());
  }

  @Test
  void the_folder_of_resources_may_be_elsewhere() throws Exception {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    Files.move(project.root.resolve("resources/own.java"), elsewhere.resolve("own.java"));
    Files.move(project.root.resolve("resources/own.meta.json"), elsewhere.resolve("own.meta.json"));
    project.env.put("MCPBASH_RESOURCES_DIR", elsewhere.toString());
    assertEquals(
        List.of(elsewhere.resolve("own.java").toString(), "own://1"), script("own://1").command());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"resources\": [{\"name\": \"r\", \"uri\": \"own://1\", \"%s\": \"lib/R.java\"}]",
        "\"resourceTemplates\": [{\"name\": \"r\", \"uriTemplate\": \"own://{id}\", \"%s\": \"lib/R.java\"}]"
      })
  void a_registered_one_lies_in_the_project_wherever_the_folder_of_resources_is(String entry)
      throws Exception {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    project.env.put("MCPBASH_RESOURCES_DIR", elsewhere.toString());
    project.file("lib/R.java", "class R {}");
    for (String key : List.of("java", "path")) {
      project.register(entry.formatted(key));
      assertReads("lib/R.java", "own://1");
    }
  }

  @Test
  void a_registered_path_that_leads_to_one_out_of_the_project_and_the_folder_is_none()
      throws Exception {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere"));
    project.env.put("MCPBASH_RESOURCES_DIR", elsewhere.toString());
    Path outside = Files.writeString(temporary.toRealPath().resolve("O.java"), "class O {}");
    project.link("link.java", outside);
    for (String path : List.of("../O.java", "link.java", "../gone.java")) {
      project.register(
          "\"resources\": [{\"name\": \"r\", \"uri\": \"own://1\", \"path\": \"%s\"}]"
              .formatted(path));
      assertEquals("", resourceAt("own://1").path());
      List<String> problems = project.catalog().problems();
      assertTrue(problems.get(0).contains("is outside " + elsewhere), problems.toString());
    }
  }
}
