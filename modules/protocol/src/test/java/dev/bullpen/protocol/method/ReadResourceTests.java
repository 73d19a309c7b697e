package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.Junk;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ReadResourceTests {
  private static final Revision NEWEST = Revision.V2026_07_28;

  private static final String TEXT =
      "{'uri':'file:///a','mimeType':'text/plain','text':'','_meta':{'x':1,'io.mcp/y':2},"
          + "'path':'/secret'}";

  private static final String BLOB =
      "{'uri':'file:///b','mimeType':'image/png','blob':'AAAA','_meta':{'x':1}}";

  @Test
  void a_uri_or_a_name_is_enough() throws JsonRpcException {
    ResourceParams byUri = ResourceParams.read(tree("{'uri':'x:y'}"));
    assertEquals(new ResourceParams(Optional.of("x:y"), Optional.empty()), byUri);
    ResourceParams byName = ResourceParams.read(tree("{'name':'','_meta':{'a':1.50}}"));
    assertEquals(Optional.empty(), byName.uri());
    assertEquals(Optional.of(""), byName.name());
  }

  @ParameterizedTest
  @DisplayName("what is no read of a resource is refused, and the place named")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|params.uri is missing",
        "{'uri':5}|params.uri must be a string",
        "{'uri':null}|params.uri must be a string",
        "{'uri':['x:y']}|params.uri must be a string",
        "{'uri':null,'name':'n'}|params.uri must be a string",
        "{'uri':'x:y','name':{}}|params.name must be a string",
        "{'name':null}|params.name must be a string",
        "{'uri':5,'name':5}|params.name must be a string",
        "{'uri':'x:y','_meta':null}|params._meta must be an object",
        "{'uri':'x:y','_meta':[]}|params._meta must be an object",
        "[]|params must be an object"
      })
  void what_is_no_read_is_refused(String json, String reason) {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> ResourceParams.read(tree(json)));
    assertEquals(JsonRpcError.invalidParams(reason), refusal.error());
  }

  @Test
  void without_params_it_is_refused() {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> ResourceParams.read(NOTHING));
    assertEquals(JsonRpcError.invalidParams("params is missing"), refusal.error());
  }

  @ParameterizedTest
  @DisplayName("MR-14: members that were not asked for are ignored")
  @ValueSource(
      strings = {
        "'inputResponses':{'k':{}},'requestState':'s'",
        "'inputResponses':null",
        "'inputResponses':{'k':1},'requestState':5"
      })
  void members_that_were_not_asked_for_are_ignored(String members) throws JsonRpcException {
    assertEquals(
        ResourceParams.read(tree("{'uri':'x:y'}")),
        ResourceParams.read(tree("{'uri':'x:y'," + members + "}")));
  }

  @ParameterizedTest
  @DisplayName("RS-03, RS-06, RS-14: contents are as each revision defines them")
  @EnumSource
  void contents_are_as_each_revision_defines_them(Revision revision) {
    ArrayNode contents = Json.array().add(tree(TEXT)).add(tree(BLOB));
    ObjectNode result = ReadResourceResult.build(contents, revision, CacheHint.READ);
    String meta = revision.isSince(Revision.V2025_06_18) ? ",'_meta':{'x':1}" : "";
    String hint = revision.isModern() ? ",'ttlMs':0,'cacheScope':'private'" : "";
    assertEquals(
        "{'contents':[{'uri':'file:///a','mimeType':'text/plain','text':''"
            + meta
            + "},{'uri':'file:///b','mimeType':'image/png','blob':'AAAA'"
            + meta
            + "}]"
            + hint
            + "}",
        text(result));
    assertRead(revision, result);
    assertEquals(object(TEXT), contents.get(0));
  }

  @ParameterizedTest
  @DisplayName("requirements 20.8, CH-03: the hint given is the one sent, where there are hints")
  @EnumSource
  void the_hint_given_is_the_one_sent(Revision revision) {
    CacheHint hint = new CacheHint(60_000, CacheHint.Scope.PUBLIC);
    ObjectNode result = ReadResourceResult.build(Json.array(), revision, hint);
    String members = revision.isModern() ? ",'ttlMs':60000,'cacheScope':'public'" : "";
    assertEquals("{'contents':[]" + members + "}", text(result));
    assertResult(revision, "ReadResourceResult", result);
  }

  @ParameterizedTest
  @DisplayName("RS-12, requirements 20.23: what is missing or wrong in an item is mended")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'uri':'x:y','text':'t'}|{'uri':'x:y','text':'t','mimeType':'text/plain'}",
        "{'uri':'x:y','mimeType':'','text':'t'}|{'uri':'x:y','mimeType':'text/plain','text':'t'}",
        "{'uri':'x:y','blob':''}|{'uri':'x:y','blob':'','mimeType':'application/octet-stream'}",
        "{'uri':'x:y','mimeType':'a/b','text':'t','blob':'AAAA'}|"
            + "{'uri':'x:y','mimeType':'a/b','text':'t'}",
        "{'uri':'x:y','mimeType':'a/b','text':5,'blob':'AA==\\n'}|"
            + "{'uri':'x:y','mimeType':'a/b','blob':'AA=='}",
        "{'uri':'a b','mimeType':'a/b','text':'t'}|"
            + "{'uri':'resource:a%20b','mimeType':'a/b','text':'t'}",
        "{'mimeType':'a/b','text':'t'}|{'mimeType':'a/b','text':'t','uri':'resource:unnamed'}"
      })
  void what_is_wrong_in_an_item_is_mended(String item, String mended) {
    ObjectNode result =
        ReadResourceResult.build(Json.array().add(tree(item)), NEWEST, CacheHint.READ);
    assertEquals(mended, text(result.path("contents").get(0)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'uri':'x:y'}",
        "{'uri':'x:y','blob':'A*AA'}",
        "{'uri':'x:y','blob':'AAA'}",
        "{'uri':'x:y','blob':5}",
        "{'uri':'x:y','text':null}"
      })
  void an_item_that_holds_nothing_says_so(String item) {
    ObjectNode result =
        ReadResourceResult.build(Json.array().add(tree(item)), NEWEST, CacheHint.READ);
    assertEquals(
        "[{'uri':'x:y','mimeType':'text/plain',"
            + "'text':'[content left out: it has neither text nor a blob in base64]'}]",
        text(result.path("contents")));
  }

  @ParameterizedTest
  @DisplayName("whatever the contents are, what is sent is valid and of the same number")
  @EnumSource
  void whatever_the_contents_are_what_is_sent_is_valid(Revision revision) {
    ArrayNode contents = Json.array();
    Junk.everywhere(object(TEXT), contents::add);
    Junk.everywhere(object(BLOB), contents::add);
    contents.addAll(Junk.values());
    ObjectNode result = ReadResourceResult.build(contents, revision, CacheHint.READ);
    assertEquals(contents.size(), result.path("contents").size());
    assertRead(revision, result);
  }

  private static void assertRead(Revision revision, ObjectNode result) {
    assertResult(revision, "ReadResourceResult", result);
    for (JsonNode item : result.path("contents")) {
      assertDefined(
          revision, item.has("text") ? "TextResourceContents" : "BlobResourceContents", item);
      assertFalse(item.path("mimeType").stringValue().isBlank(), item::toString);
    }
  }
}
