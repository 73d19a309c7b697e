package dev.bullpen.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetaKeyTests {
  @ParameterizedTest
  @DisplayName("MT-02 to MT-05: what either rule reserves is reserved")
  @CsvSource({
    "io.modelcontextprotocol/serverInfo, true",
    "com.mcp.tools/x, true",
    "dev.mcp/, true",
    "mcp.dev/x, true",
    "api.modelcontextprotocol.org/x, true",
    "com.example.mcp/x, false",
    "mcp/x, false",
    "mcpbash/total, false",
    "dev.bullpen/nextCursor, false",
    "io.mcpx/x, false",
    "progressToken, true",
    "traceparent, false",
    "io.mcp.x, false",
    "'', false",
    "/, false"
  })
  void what_either_rule_reserves_is_reserved(String key, boolean reserved) {
    assertEquals(reserved, MetaKey.isReserved(key));
  }
}
