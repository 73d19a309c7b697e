package dev.bullpen.protocol.session;

import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Samples;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiscoverResultTests {
  @Test
  @DisplayName("DI-02, VN-03, CH-07: modern versions, capabilities, instructions, a cache hint")
  void it_says_what_a_client_needs_to_begin() {
    assertEquals(
        "{'supportedVersions':['2026-07-28'],'capabilities':{'completions':{},'tools':{'listChanged':true}},"
            + "'instructions':'Be kind.','ttlMs':0,'cacheScope':'public'}",
        text(
            Samples.TALKATIVE_SERVER.discoverResult(
                InitializeTests.CAPABILITIES, CacheHint.STALE)));
  }

  @Test
  @DisplayName("DI-03: who the server is stands in _meta, not here")
  void it_does_not_say_who_the_server_is() {
    assertEquals(
        "{'supportedVersions':['2026-07-28'],'capabilities':{},'ttlMs':60000,"
            + "'cacheScope':'private'}",
        text(
            ServerInfo.of("s", "1")
                .discoverResult(
                    new ServerCapabilities(Set.of()),
                    new CacheHint(60_000, CacheHint.Scope.PRIVATE))));
  }

  @Test
  @DisplayName("CH-02: a time to live is not negative")
  void a_time_to_live_is_not_negative() {
    assertEquals(0, new CacheHint(0, CacheHint.Scope.PUBLIC).ttlMs());
    assertThrows(IllegalArgumentException.class, () -> new CacheHint(-1, CacheHint.Scope.PUBLIC));
  }
}
