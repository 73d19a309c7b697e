package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ResourceTargetTests {
  private static ObjectNode item(String uri, Optional<String> mimeType, byte[] bytes) {
    ArrayNode contents = new ResourceTarget(uri, mimeType, Optional.empty(), "own").contents(bytes);
    assertEquals(1, contents.size());
    return (ObjectNode) contents.get(0);
  }

  private static ObjectNode item(String mimeType, byte[] bytes) {
    return item("own://a", Optional.of(mimeType), bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_text_comes_byte_for_byte() throws Exception {
    assertEquals(
        Json.parse(
            "{\"uri\":\"own://a\",\"mimeType\":\"text/plain\",\"text\":\"\\ufeffä\\r\\n\\n\\n\"}"),
        item("text/plain", bytes("\ufeffä\r\n\n\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/x-anything",
        "TEXT/HTML; charset=utf-8",
        "text/html;profile=mcp-app",
        "application/json",
        "application/vnd.own+json",
        "application/xml",
        "application/atom+xml",
        "application/yaml",
        "application/x-yaml",
        "application/csv",
        "application/javascript",
        "application/x-shellscript",
        "application/x-sh",
        "application/markdown",
        "application/xhtml+xml"
      })
  void kinds_of_text_come_as_text(String mimeType) {
    ObjectNode item = item(mimeType, bytes("a\n"));
    assertEquals("a\n", item.get("text").stringValue());
    assertEquals(mimeType, item.get("mimeType").stringValue());
    assertFalse(item.has("blob"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/octet-stream",
        "application/x-executable",
        "application/pdf",
        "application/zip",
        "application/x-gzip",
        "application/x-bzip2",
        "application/x-xz",
        "image/png",
        "image/svg+xml",
        "audio/x-json",
        "video/mp4",
        "own/thing",
        "nonsense"
      })
  void other_kinds_come_in_base64(String mimeType) {
    ObjectNode item = item(mimeType, bytes("a\n"));
    assertEquals("YQo=", item.get("blob").stringValue());
    assertEquals(mimeType, item.get("mimeType").stringValue());
    assertFalse(item.has("text"));
  }

  @Test
  void base64_is_standard_and_padded_and_loses_nothing() {
    byte[] all = new byte[257];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    for (int length = 1; length <= all.length; length++) {
      byte[] some = Arrays.copyOfRange(all, all.length - length, all.length);
      String blob = item("image/png", some).get("blob").stringValue();
      assertEquals(0, blob.length() % 4);
      assertArrayEquals(some, Base64.getDecoder().decode(blob));
    }
  }

  @ParameterizedTest
  @CsvSource({"1022, blob", "1023, blob", "1024, text"})
  void a_nul_in_the_first_kilobyte_makes_it_no_text(int at, String member) {
    byte[] bytes = new byte[2_000];
    Arrays.fill(bytes, (byte) 'a');
    bytes[at] = 0;
    assertEquals(true, item("text/plain", bytes).has(member));
  }

  @Test
  void what_is_not_utf8_is_no_text() {
    for (byte[] bytes :
        List.of(
            new byte[] {'a', (byte) 0xff},
            new byte[] {(byte) 0xc0, (byte) 0xae},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xc3})) {
      assertEquals(true, item("text/plain", bytes).has("blob"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "image/png", "application/octet-stream"})
  void an_empty_resource_is_one_empty_text(String mimeType) {
    assertEquals("", item(mimeType, new byte[0]).get("text").stringValue());
  }

  @ParameterizedTest
  @CsvSource({
    "own://x/a.json, text, application/json",
    "own://x/A.MD?b.png#c.gif, text, text/markdown",
    "own://x/A.MD#c.gif, text, text/markdown",
    "git+https://e.org/r.png#main:docs/README.md, text, text/markdown",
    "git+https://e.org/r.png#README.md, text, text/markdown",
    "https://e.py, text, text/plain",
    "https://e.py?a.png, text, text/plain",
    "echo://a.png, text, text/plain",
    "own:a.md, text, text/markdown",
    "own://x/pdf, text, text/plain",
    "own://x/a.png, text, image/png",
    "own://x/a, text, text/plain",
    "own://x/a.unknown, text, text/plain",
    "own://x/, text, text/plain",
    "own:x, text, text/plain"
  })
  void an_undeclared_type_follows_from_the_name_then_from_the_bytes(
      String uri, String text, String mimeType) {
    assertEquals(mimeType, item(uri, Optional.empty(), bytes(text)).get("mimeType").stringValue());
  }

  @Test
  void undeclared_bytes_that_are_no_text_are_just_bytes() {
    for (byte[] bytes : List.of(new byte[] {0}, new byte[] {(byte) 0xff})) {
      ObjectNode item = item("own://x/a", Optional.empty(), bytes);
      assertEquals("application/octet-stream", item.get("mimeType").stringValue());
      assertEquals(true, item.has("blob"));
    }
  }

  @Test
  void meta_comes_with_the_item() throws Exception {
    ObjectNode meta = (ObjectNode) Json.parse("{\"ui\":{\"prefersBorder\":true}}");
    ResourceTarget target =
        new ResourceTarget("ui://s/a", Optional.of("text/html"), Optional.of(meta), "ui");
    assertEquals(meta, target.contents(bytes("a")).get(0).get("_meta"));
  }
}
