package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.FileUri;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class EmbeddedResourcesTests extends ProjectTest {

  @BeforeEach
  void a_project_with_a_file() throws IOException {
    project.file("out/a.txt", "text\n\n");
  }

  private EmbeddedResources.Embedded read(String named) {
    Project open = project.open();
    return open.embeddedResources()
        .read(named.getBytes(StandardCharsets.UTF_8), open.fallbackRoots());
  }

  private ObjectNode only(String named) {
    EmbeddedResources.Embedded embedded = read(named);
    assertEquals(List.of(), embedded.problems());
    assertEquals(1, embedded.blocks().size());
    assertEquals("resource", embedded.blocks().get(0).get("type").stringValue());
    return (ObjectNode) embedded.blocks().get(0).get("resource");
  }

  private void assertLeftOut(String named, String reason) {
    EmbeddedResources.Embedded embedded = read(named);
    assertEquals(List.of(), embedded.blocks());
    assertEquals(1, embedded.problems().size(), embedded.problems().toString());
    assertTrue(embedded.problems().get(0).contains(reason), embedded.problems().get(0));
  }

  private byte[] write(String path, byte... bytes) throws IOException {
    project.file(path, "");
    return Files.readAllBytes(Files.write(project.root.resolve(path), bytes));
  }

  @Test
  void a_text_comes_byte_for_byte() throws Exception {
    assertEquals(
        Json.parse(
            "{\"uri\":\"%s\",\"mimeType\":\"text/plain\",\"text\":\"text\\n\\n\"}"
                .formatted(FileUri.of(project.root.resolve("out/a.txt")))),
        only("[\"out/a.txt\"]"));
  }

  @Test
  void a_member_written_twice_counts_as_its_last() {
    assertEquals(
        "text/html",
        only("[{\"path\": \"gone\", \"path\": \"out/a.txt\", \"mimeType\": \"a/b\", \"mimeType\": \"text/html\"}]")
            .get("mimeType")
            .stringValue());
  }

  @Test
  void files_are_named_in_json_or_on_lines() {
    String path = project.root.resolve("out/a.txt").toString();
    for (String named :
        List.of(
            "[{\"path\":\"out/a.txt\",\"mimeType\":\"text/x-own\",\"uri\":\"own://a\"}]",
            "out/a.txt\ttext/x-own\town://a\n",
            "\n" + path + "\ttext/x-own\town://a\r\n\n")) {
      ObjectNode resource = only(named);
      assertEquals("own://a", resource.get("uri").stringValue());
      assertEquals("text/x-own", resource.get("mimeType").stringValue());
    }
    assertEquals("own://a", only("out/a.txt\t\town://a").get("uri").stringValue());
    assertEquals(
        "text/plain",
        only("[{\"path\":\"out/a.txt\",\"uri\":null}]").get("mimeType").stringValue());
  }

  @Test
  void other_json_names_nothing() {
    for (String named : List.of("{}", "1", "null", "\"out/a.txt\"", "[]", "[1,null]", "", "\n")) {
      assertEquals(new EmbeddedResources.Embedded(List.of(), List.of()), read(named), () -> named);
    }
  }

  @Test
  void order_is_kept_and_one_bad_file_does_not_spoil_the_rest() throws IOException {
    project.file("b.json", "{}");
    EmbeddedResources.Embedded embedded = read("[\"b.json\",\"gone\",\"out/a.txt\"]");
    assertEquals(
        List.of("application/json", "text/plain"),
        embedded.blocks().stream().map(b -> b.at("/resource/mimeType").stringValue()).toList());
    assertEquals(
        List.of("The file \"gone\" is not embedded: there is no such file."), embedded.problems());
  }

  @ParameterizedTest
  @CsvSource({
    "a.png, ''",
    "a.pdf, ''",
    "a, ''",
    "a.txt, image/png",
    "a.txt, application/octet-stream",
    "a.txt, audio/x-json"
  })
  void what_is_not_a_kind_of_text_comes_in_base64(String name, String declared) throws IOException {
    write(name, (byte) 'a', (byte) '\n');
    ObjectNode resource = only(name + "\t" + declared);
    assertEquals("YQo=", resource.get("blob").stringValue());
    assertEquals(Optional.empty(), resource.optional("text"));
  }

  @Test
  void nothing_outside_the_roots_is_embedded() throws IOException {
    Path outside = Files.writeString(temporary.toRealPath().resolve("secret.txt"), "s");
    project.link("link.txt", outside);
    assertLeftOut(outside.toString(), "outside the roots");
    assertLeftOut("../secret.txt", "outside the roots");
    assertLeftOut("[\"link.txt\"]", "outside the roots");
  }

  @Test
  void what_is_no_file_is_left_out() {
    assertLeftOut("out", "not a regular file");
    assertLeftOut("[\"\"]", "names no path");
    assertLeftOut("[{\"nope\":1}]", "names no path");
    assertLeftOut("[\"a\\u0000b\"]", "not a path");
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "0, 2", "1, 1"})
  void all_files_together_are_bounded(int beyond, int embedded) throws IOException {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    write("a.bin", new byte[40]);
    write("b.bin", new byte[60 + beyond]);
    EmbeddedResources.Embedded read = read("a.bin\nb.bin\n");
    assertEquals(embedded, read.blocks().size());
    assertEquals(2 - embedded, read.problems().size());
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "1, 1"})
  void there_is_a_bounded_number_of_files(int beyond, int problems) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < EmbeddedResources.MAX_FILES + beyond; i++) {
      lines.add("out/a.txt");
    }
    EmbeddedResources.Embedded read = read(String.join("\n", lines));
    assertEquals(EmbeddedResources.MAX_FILES + beyond - problems, read.blocks().size());
    assertEquals(problems, read.problems().size());
  }
}
