package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as content of a result. */
class ResourceTests {
  @TempDir Path folder;
  private Path resources;

  @BeforeEach
  void makeFiles() throws IOException {
    resources = Files.createFile(folder.resolve("resources"));
    Files.writeString(folder.resolve("a é.txt"), "one \"é\"\n\n");
    Files.write(folder.resolve("nul"), new byte[] {'a', 0, 'b'});
  }

  @Test
  void files_that_can_be_read_are_named_to_the_server() throws IOException {
    Ran said =
        tool()
            .run(
                "mcp_result_text_with_resource '{\"a\": 1}' --path 'a é.txt' --mime text/x --path"
                    + " /nowhere --path nul --uri x:nul --mime a/b");

    assertEquals(
        "[{\"path\":\"a"
            + " é.txt\",\"mimeType\":\"text/x\",\"uri\":null},{\"path\":\"nul\",\"mimeType\":\"a/b\",\"uri\":\"x:nul\"}]\n",
        Files.readString(resources));
    assertTrue(
        said.value()
            .endsWith(
                "\"structuredContent\":{\"success\":true,\"result\":{\"a\":1}},\"isError\":false}"));
  }

  @Test
  void a_file_that_cannot_be_read_is_reported_and_left_out() throws IOException {
    Files.writeString(resources, "an earlier file\n");
    Ran said = tool().run("mcp_result_text_with_resource 1 --path /nowhere --path '' --path .");

    assertEquals("[]\n", Files.readString(resources));
    assertEquals(
        "mcp_result_text_with_resource: /nowhere is no file that can be read, and is left out\n"
            + "mcp_result_text_with_resource: . is no file that can be read, and is left out\n",
        said.err());
    assertEquals(0, said.exitCode());
  }

  @Test
  void a_result_that_names_no_file_leaves_the_files_that_were_named() throws IOException {
    Files.writeString(resources, "an earlier file\n");
    tool().run("mcp_result_text_with_resource 1");

    assertEquals("an earlier file\n", Files.readString(resources));
  }

  @Test
  void text_keeps_every_line_break_and_its_uri_is_encoded() {
    assertEquals(
        "{\"uri\":\"file://"
            + folder
            + "/a%20%C3%A9.txt\",\"mimeType\":\"text/plain\",\"text\":\"one \\\"é\\\"\\n\\n\"}",
        tool().run("mcp_resource_content_object_from_file \"$PWD/a é.txt\" text/plain").value());
  }

  @Test
  void what_has_a_nul_in_it_is_no_text_whatever_it_is_called() {
    assertEquals(
        "{\"uri\":\"x:y\",\"mimeType\":\"text/plain\",\"blob\":\"YQBi\"}",
        tool().run("mcp_resource_content_object_from_file nul text/plain x:y").value());
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain,1",
    "application/json,1",
    "image/svg+xml,0",
    "image/png,0",
    "application/pdf,0",
    "application/wasm,0",
    "application/ld+json,1",
    "text/css,1",
    "application/x-sh,1"
  })
  void types_are_text_or_not(String type, int status) {
    assertEquals(status, tool().run("mcp_resource_is_binary_mime " + type).exitCode());
  }

  @ParameterizedTest
  @CsvSource({
    "a é.txt, '', text/plain",
    "no/where, text/foo, text/foo",
    "no/where, '', application/octet-stream"
  })
  void a_type_is_found_in_the_content_or_is_the_fallback(
      String file, String fallback, String type) {
    String call = "mcp_resource_detect_mime '" + file + "' " + fallback;
    assertEquals(type, tool().run(call).value());
    String blind = fallback.isEmpty() ? "application/octet-stream" : fallback;
    assertEquals(blind, tool().with("PATH", "/nowhere").run(call).value());
  }

  @Test
  void a_file_that_is_not_there_is_named() {
    Ran said = tool().run("mcp_resource_content_object_from_file /nowhere");

    assertEquals(1, said.exitCode());
    assertTrue(said.err().contains("/nowhere is no file"), said::err);
  }

  private ToolScript tool() {
    return new ToolScript(folder).with("MCP_TOOL_RESOURCES_FILE", resources.toString());
  }
}
