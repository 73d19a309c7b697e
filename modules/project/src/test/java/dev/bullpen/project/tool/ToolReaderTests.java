package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.metadata.WrittenDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ToolReaderTests extends ProjectTest {

  private Tool tool(String metadata) throws IOException {
    project.tool("x", metadata);
    return project.catalog().tools().get(0);
  }

  private static ObjectNode json(String text) throws JsonException {
    return (ObjectNode) Json.parse(text);
  }

  private String onlyProblem() {
    List<String> problems = project.catalog().problems();
    assertEquals(1, problems.size(), problems.toString());
    return problems.get(0);
  }

  @Test
  void clients_see_what_mcp_defines_exactly_as_it_was_written() throws Exception {
    String schema =
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
            + "\"z\":1.50,\"x-own\":{\"b\":12345678901234567890,\"a\":null},"
            + "\"properties\":{\"b\":true,\"a\":{\"type\":\"integer\"}}}";
    String metadata =
        "{\"timeoutSecs\":5,\"execution\":{},\"_meta\":{\"own/key\":1},\"secret\":1,"
            + "\"annotations\":{\"readOnlyHint\":true,\"x\":1.0},\"outputSchema\":{\"type\":\"array\"},"
            + "\"title\":\"T\",\"name\":\"n\",\"description\":\"d\",\"inputSchema\":"
            + schema
            + "}";
    assertEquals(
        "{\"name\":\"n\",\"title\":\"T\",\"description\":\"d\",\"inputSchema\":"
            + schema
            + ",\"outputSchema\":{\"type\":\"array\"},\"annotations\":{\"readOnlyHint\":true,\"x\":1.0},"
            + "\"_meta\":{\"own/key\":1}}",
        Json.text(tool(metadata).definition()));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void an_annotation_of_the_wrong_type_is_reported() throws Exception {
    String annotations =
        "{\"title\":1,\"readOnlyHint\":\"yes\",\"idempotentHint\":true,\"openWorldHint\":null}";
    assertEquals(
        annotations,
        Json.text(tool("{\"annotations\":" + annotations + "}").definition().get("annotations")));
    assertProblems(
        "\"annotations.title\" is not shown to clients: 1 is not a string.",
        "\"annotations.readOnlyHint\" is not shown to clients: \"yes\" is neither true nor false.",
        "\"annotations.openWorldHint\" is not shown to clients: null is neither true nor false.");
  }

  @Test
  void a_tool_that_says_nothing_has_a_description_and_takes_an_object() throws Exception {
    assertEquals(
        "{\"name\":\"n\",\"description\":\"\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}",
        Json.text(tool("{\"name\": \"n\"}").definition()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"required\":[\"a\"]} | {\"required\":[\"a\"],\"type\":\"object\",\"properties\":{}} | 0",
        "{\"type\":\"object\",\"additionalProperties\":false} |"
            + " {\"type\":\"object\",\"additionalProperties\":false,\"properties\":{}} | 0",
        "{\"type\":\"string\"} | {\"type\":\"object\",\"properties\":{}} | 1",
        "{\"properties\":[]} | {\"properties\":{},\"type\":\"object\"} | 1",
        "true | {\"type\":\"object\",\"properties\":{}} | 1",
        "null | {\"type\":\"object\",\"properties\":{}} | 0"
      })
  void an_input_schema_is_always_one_of_an_object(String written, String seen, int problems)
      throws Exception {
    Tool tool = tool("{\"inputSchema\": %s}".formatted(written));
    assertEquals(seen, Json.text(tool.definition().get("inputSchema")));
    assertEquals(problems, project.catalog().problems().size());
  }

  @Test
  void older_metadata_calls_the_schema_arguments() throws Exception {
    Tool tool = tool("{\"arguments\": {\"type\":\"object\",\"properties\":{\"a\":{}}}}");
    assertEquals(
        json("{\"type\":\"object\",\"properties\":{\"a\":{}}}"),
        tool.definition().get("inputSchema"));
  }

  @Test
  void scripts_get_what_mcp_bash_gave_them() throws Exception {
    Tool tool =
        tool(
            "{\"name\":\"n\",\"title\":\"T\",\"timeoutSecs\":\"5\",\"timeoutHint\":\"ask less\","
                + "\"progressExtendsTimeout\":true,\"maxTimeoutSecs\":60,\"annotations\":{\"x\":1}}");
    assertEquals(
        json(
            "{\"name\":\"n\",\"description\":\"\",\"path\":\"x/tool.sh\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}},\"timeoutSecs\":5,\"timeoutHint\":\"ask"
                + " less\","
                + "\"progressExtendsTimeout\":true,\"maxTimeoutSecs\":60,\"annotations\":{\"x\":1}}"),
        Json.parse(tool.metadataJson()));
    assertEquals(
        new Tool.ToolTimeout(
            Optional.of(Duration.ofSeconds(5)),
            true,
            Optional.of(Duration.ofSeconds(60)),
            Optional.of("ask less")),
        tool.timeout());
    assertTrue(json(tool("{}").metadataJson()).get("timeoutSecs").isNull());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "86400, 86400", "0, -1", "86401, -1", "1.5, -1", "-1, -1", "\"x\", -1"})
  void a_timeout_is_whole_seconds_within_a_day(String written, int seconds) throws Exception {
    Tool tool = tool("{\"timeoutSecs\": %s}".formatted(written));
    assertEquals(
        seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
        tool.timeout().timeout());
    assertEquals(seconds < 0 ? 1 : 0, project.catalog().problems().size());
  }

  @Test
  void members_of_the_wrong_type_are_left_out_and_reported() throws Exception {
    ObjectNode seen =
        tool("{\"title\": 1, \"description\": 1, \"outputSchema\": [], \"annotations\": \"x\","
                + " \"icons\": 5, \"_meta\": 1, \"timeoutHint\": 1, \"progressExtendsTimeout\": 1}")
            .definition();
    assertEquals(3, seen.size(), seen.toString());
    String said = String.join("\n", project.catalog().problems());
    for (String member :
        List.of(
            "title",
            "description",
            "outputSchema",
            "annotations",
            "icons",
            "_meta",
            "timeoutHint",
            "progressExtendsTimeout")) {
      assertTrue(said.contains("tool.meta.json: \"" + member + "\" is ignored"), said);
    }
  }

  @Test
  void icons_that_are_files_become_data() throws Exception {
    project.file("tools/x/icon.svg", "<svg/>");
    Files.write(project.root.resolve("tools/x/raw"), new byte[] {1, 2, 3});
    ObjectNode seen =
        tool("{\"icons\": [{\"src\": \"icon.svg\", \"sizes\": \"any\"},"
                + " {\"src\": \"raw\", \"mimeType\": \"image/x-own\"},"
                + " {\"src\": \"https://e.org/i.png\", \"sizes\": [\"1x1\"]}]}")
            .definition();
    String svg = Base64.getEncoder().encodeToString("<svg/>".getBytes());
    assertEquals(
        Json.parse(
            "[{\"src\":\"data:image/svg+xml;base64,%s\",\"sizes\":[\"any\"],\"mimeType\":\"image/svg+xml\"},"
                    .formatted(svg)
                + "{\"src\":\"data:image/x-own;base64,AQID\",\"mimeType\":\"image/x-own\"},"
                + "{\"src\":\"https://e.org/i.png\",\"sizes\":[\"1x1\"]}]"),
        seen.get("icons"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void an_icon_has_a_bounded_size(int beyond, boolean shown) throws Exception {
    project.file("tools/x/icon.png", "");
    Files.write(
        project.root.resolve("tools/x/icon.png"),
        new byte[WrittenDefinition.MAX_ICON_BYTES + beyond]);
    ObjectNode seen = tool("{\"icons\": [{\"src\": \"icon.png\"}]}").definition();
    assertEquals(shown, seen.has("icons"));
    if (!shown) {
      assertTrue(onlyProblem().contains("the icon \"icon.png\" is ignored"), onlyProblem());
    }
  }

  @Test
  void an_interface_beside_the_script_is_linked() throws Exception {
    project
        .file("server.d/server.meta.json", "{\"name\": \"srv\"}")
        .file("tools/x/ui/index.html", "");
    assertEquals(
        json(
            "{\"k\":1,\"ui\":{\"resourceUri\":\"ui://srv/x\",\"visibility\":[\"model\",\"app\"]}}"),
        tool("{\"_meta\": {\"k\": 1}}").definition().get("_meta"));
    assertEquals(
        json("{\"ui\":{\"visibility\":[\"app\"],\"resourceUri\":\"ui://srv/x\"}}"),
        tool("{\"_meta\": {\"ui\": {\"visibility\": [\"app\"]}}}").definition().get("_meta"));
    assertEquals(
        "ui://own",
        tool("{\"_meta\": {\"ui\": {\"resourceUri\": \"ui://own\"}}}")
            .definition()
            .at("/_meta/ui/resourceUri")
            .stringValue());
  }

  @Test
  void a_written_link_to_an_interface_stays_as_it_is_without_one() throws Exception {
    assertEquals(
        json("{\"ui\":{\"resourceUri\":\"ui://own\"}}"),
        tool("{\"_meta\": {\"ui\": {\"resourceUri\": \"ui://own\"}}}").definition().get("_meta"));
  }

  @Test
  void a_type_that_is_none_is_named() throws IOException {
    tool("{\"name\": \"n\", \"inputSchema\": {\"type\": \"objekt\"}}");
    assertTrue(onlyProblem().contains("has \"type\": \"objekt\", but is used"), onlyProblem());
    assertTrue(onlyProblem().contains("tools/x/tool.meta.json"), onlyProblem());
  }
}
