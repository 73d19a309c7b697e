package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool's settings from several places. */
class ConfigTests {
  private static final String LOAD =
      "mcp_config_load --env SETTINGS --file user.json --example example.json --defaults"
          + " '{\"a\":1,\"b\":1,\"c\":1,\"d\":1}'\n";

  @TempDir Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(folder.resolve("example.json"), "{\"b\": 2, \"c\": 2, \"d\": 2}");
    Files.writeString(folder.resolve("user.json"), "{\"c\": 3, \"d\": 3}");
    Files.writeString(folder.resolve("other.json"), "{\"d\": 5}");
  }

  @Test
  void a_setting_that_is_replaced_is_named_once() {
    for (ToolScript tool :
        new ToolScript[] {new ToolScript(folder), new ToolScript(folder).withoutJq()}) {
      assertEquals(
          "{\"b\":2,\"a\":3}",
          tool.with("X", "{\"a\": 3}")
              .run(
                  "mcp_config_load --env X --defaults '{\"a\":1,\"b\":2}';"
                      + " echo \"$MCP_CONFIG_JSON\"")
              .value());
    }
  }

  @Test
  void what_is_nearer_to_the_user_goes_first() {
    assertEquals(List.of("1", "2", "3", "4"), values(tool().with("SETTINGS", "{\"d\": 4}")));
    assertEquals(
        List.of("1", "2", "3", "4"), values(tool().with("SETTINGS", "{\"d\": 4}").withoutJq()));
    assertEquals(List.of("1", "2", "3", "5"), values(tool().with("SETTINGS", "other.json")));
    assertEquals(List.of("1", "2", "3", "3"), values(tool()));
  }

  @Test
  void programs_the_tool_starts_see_the_settings() {
    assertEquals(
        "{\"a\":1}",
        tool()
            .run("mcp_config_load --defaults '{\"a\": 1}'; sh -c 'echo \"$MCP_CONFIG_JSON\"'")
            .value());
  }

  @Test
  void without_any_settings_loading_fails() {
    assertEquals(1, tool().run("mcp_config_load --file /nowhere").exitCode());
  }

  @Test
  void a_broken_file_is_named_and_left_out() {
    Ran said =
        tool()
            .run(
                "echo '{' >broken; mcp_config_load --file broken --defaults '{\"a\": 1}';"
                    + " mcp_config_get .a");

    assertEquals("1", said.value());
    assertEquals("mcp_config_load: broken is no JSON object and is left out\n", said.err());
  }

  @Test
  void false_and_empty_are_values_and_null_is_none() {
    Ran said =
        tool()
            .run(
                "mcp_config_load --defaults"
                    + " '{\"f\":false,\"e\":\"\",\"n\":null,\"o\":{\"x\":[1]}}'\n"
                    + "mcp_config_get .f; mcp_config_get .e; mcp_config_get .o.x; mcp_config_get .n"
                    + " || echo $?; mcp_config_get .n --default d; mcp_config_get .f --default d");

    assertEquals(List.of("false", "", "[1]", "1", "d", "false"), said.lines(), said::err);
  }

  private static List<String> values(ToolScript tool) {
    return tool.run(LOAD + "for k in a b c d; do mcp_config_get .$k; done").lines();
  }

  private ToolScript tool() {
    return new ToolScript(folder);
  }
}
