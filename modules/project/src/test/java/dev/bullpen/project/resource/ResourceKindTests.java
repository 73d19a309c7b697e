package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.file.FileUri;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which MIME type a resource is listed and read with. */
class ResourceKindTests extends ResourceProject {
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
    String told = path.equals("a") ? "image/gif" : mimeType;
    assertEquals(told, reading().item("own://x/y.gif").get("mimeType").stringValue());
    assertEquals(
        told,
        project
            .catalog()
            .resource("own://x/y.gif")
            .orElseThrow()
            .definition()
            .get("mimeType")
            .stringValue());
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
}
