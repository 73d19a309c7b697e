package dev.bullpen.protocol.session;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

class ServerCapabilitiesTests {
  private static final ServerCapabilities EVERYTHING =
      new ServerCapabilities(EnumSet.allOf(Capability.class));

  private static final String UI =
      "'extensions':{'io.modelcontextprotocol/ui':{'mimeTypes':['text/html;profile=mcp-app']}}";

  @ParameterizedTest
  @DisplayName("CA-01, CA-03, requirements 20.18: the notices that are sent are advertised")
  @EnumSource
  void the_notices_that_are_sent_are_advertised(Revision revision) {
    String completions = revision == Revision.V2024_11_05 ? "" : "'completions':{},";
    ObjectNode json = EVERYTHING.toJson(revision);
    assertEquals(
        "{"
            + completions
            + "'logging':{},'prompts':{'listChanged':true},"
            + "'resources':{'subscribe':true,'listChanged':true},'tools':{'listChanged':true}}",
        text(json));
    assertValid(revision, "ServerCapabilities", json);
    assertDefined(revision, "ServerCapabilities", json);
  }

  @ParameterizedTest
  @DisplayName("CA-03: where lists cannot change, no notices of them are promised")
  @EnumSource
  void what_cannot_change_is_not_promised(Revision revision) {
    ObjectNode json = EVERYTHING.withListChanged(false).toJson(revision);
    assertEquals("{}", text(json.get("tools")));
    assertEquals("{}", text(json.get("prompts")));
    assertEquals("{'subscribe':true}", text(json.get("resources")));
    assertValid(revision, "ServerCapabilities", json);
    assertEquals(EVERYTHING, EVERYTHING.withListChanged(false).withListChanged(true));
  }

  @ParameterizedTest
  @EnumSource
  void what_is_not_offered_is_not_advertised(Revision revision) {
    for (Capability one : Capability.values()) {
      ServerCapabilities only = new ServerCapabilities(Set.of(one));
      ObjectNode json = only.toJson(revision);
      assertEquals(one.isDefinedIn(revision) ? Set.of(one.wire()) : Set.of(), json.propertyNames());
      for (Capability any : Capability.values()) {
        assertEquals(any == one, only.offers(any));
      }
    }
  }

  @ParameterizedTest
  @DisplayName("CA-05: interfaces are advertised to a client that has offered to show them")
  @EnumSource
  void interfaces_are_advertised_to_who_shows_them(Revision revision) {
    ServerCapabilities tools = new ServerCapabilities(Set.of(Capability.TOOLS));
    ObjectNode json = tools.withUi(true).toJson(revision);
    assertEquals("{'tools':{'listChanged':true}," + UI + "}", text(json));
    assertValid(revision, "ServerCapabilities", json);
    assertFalse(tools.toJson(revision).has("extensions"));
    assertEquals(tools, tools.withUi(true).withUi(false));
  }

  @Test
  void both_results_carry_the_extension() {
    ServerInfo server = ServerInfo.of("s", "1");
    ServerCapabilities ui = new ServerCapabilities(Set.of()).withUi(true);
    assertEquals(
        "{" + UI + "}",
        text(server.initializeResult(Revision.V2025_11_25, ui).path("capabilities")));
    assertEquals(
        "{" + UI + "}", text(server.discoverResult(ui, CacheHint.STALE).path("capabilities")));
  }
}
