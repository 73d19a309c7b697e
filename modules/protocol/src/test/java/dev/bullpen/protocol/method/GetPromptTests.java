package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
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

class GetPromptTests {
  private static final Revision NEWEST = Revision.V2026_07_28;

  private static final String RICH =
      "{'description':'d','messages':["
          + "{'role':'user','content':{'type':'text','text':'t'},'x':1},"
          + "{'role':'assistant','content':{'type':'image','data':'AAAA','mimeType':'image/png'}},"
          + "{'role':'user','content':{'type':'audio','data':'AA==','mimeType':'audio/wav'}},"
          + "{'role':'user','content':{'type':'resource','resource':{'uri':'x:y','text':''}}},"
          + "{'role':'user','content':{'type':'resource_link','uri':'x:y','name':'n'}}],"
          + "'_meta':{'x':1,'io.modelcontextprotocol/serverInfo':'me'},"
          + "'text':'t','arguments':{},'metadata':null,'ttlMs':5,'cacheScope':'public'}";

  @ParameterizedTest
  @DisplayName("PR-02, PR-05: each revision gets the content it defines, and text for the rest")
  @CsvSource({
    "V2024_11_05,'text image text resource text'",
    "V2025_03_26,'text image audio resource text'",
    "V2025_06_18,'text image audio resource resource_link'",
    "V2025_11_25,'text image audio resource resource_link'",
    "V2026_07_28,'text image audio resource resource_link'"
  })
  void each_revision_gets_the_content_it_defines(Revision revision, String types) {
    ObjectNode given = object(RICH);
    ObjectNode result = GetPromptResult.forRevision(given, revision);
    assertEquals(RICH, text(given), "is left as it was");
    assertEquals(
        types,
        String.join(
            " ",
            result
                .path("messages")
                .valueStream()
                .map(message -> message.path("content").path("type").stringValue())
                .toList()));
    assertEquals("d", result.path("description").stringValue());
    assertEquals("{'x':1}", text(result.path("_meta")));
    assertSaid(revision, result);
  }

  @ParameterizedTest
  @DisplayName("PR-07, CH-04, requirements 20.7, 20.8: complete, and with no cache hints")
  @EnumSource
  void it_is_complete_and_has_no_cache_hints(Revision revision) {
    ObjectNode result = GetPromptResult.forRevision(object(RICH), revision);
    assertFalse(result.has("ttlMs") || result.has("cacheScope") || result.has("resultType"));
    ObjectNode modern = new ModernResults(Optional.empty()).complete(result);
    assertEquals("complete", modern.path("resultType").stringValue());
    assertFalse(modern.has("ttlMs") || modern.has("cacheScope"));
  }

  @Test
  @DisplayName("PR-06, requirements 20.23: an embedded resource says its type")
  void an_embedded_resource_says_its_type() {
    JsonNode messages = GetPromptResult.forRevision(object(RICH), NEWEST).path("messages");
    assertEquals(
        "{'uri':'x:y','text':'','mimeType':'text/plain'}",
        text(messages.get(3).path("content").path("resource")));
  }

  @ParameterizedTest
  @DisplayName("PR-02: one block a message, said by the user or the assistant")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'role':'system','content':'x'}|{'role':'user','content':{'type':'text','text':'x'}}",
        "{'content':{'type':'text','text':'x'}}|"
            + "{'role':'user','content':{'type':'text','text':'x'}}",
        "{'role':5,'content':'x'}|{'role':'user','content':{'type':'text','text':'x'}}",
        "'x'|{'role':'user','content':{'type':'text','text':'x'}}",
        "{'role':'assistant','content':['x',{'type':'text','text':'y'}]}|"
            + "{'role':'assistant','content':{'type':'text','text':'x'}},"
            + "{'role':'assistant','content':{'type':'text','text':'y'}}",
        "{'role':'assistant','content':[]}|"
      },
      quoteCharacter = '`')
  void one_block_a_message(String message, String said) {
    ObjectNode result =
        GetPromptResult.forRevision(object("{'messages':[" + message + "]}"), NEWEST);
    assertEquals("{'messages':[" + (said == null ? "" : said) + "]}", text(result));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "null",
        "{}",
        "{'role':'user'}",
        "{'role':'user','content':null}",
        "{'role':'user','content':{}}",
        "{'role':'user','content':{'type':'image','data':'A','mimeType':'i/p'}}",
        "{'role':'user','content':{'type':'resource','resource':{'uri':'x:y'}}}"
      })
  void a_message_without_content_says_so(String message) {
    for (Revision revision : Revision.values()) {
      ObjectNode result =
          GetPromptResult.forRevision(object("{'messages':[" + message + "]}"), revision);
      assertSaid(revision, result);
      String said = result.path("messages").get(0).path("content").path("text").stringValue();
      assertEquals(true, said.contains(" left out: "), said);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'messages':null}", "{'messages':{}}", "{'messages':[],'description':5}"})
  void there_are_always_messages_if_only_none(String full) {
    for (Revision revision : Revision.values()) {
      assertEquals("{'messages':[]}", text(GetPromptResult.forRevision(object(full), revision)));
    }
  }

  @ParameterizedTest
  @DisplayName("whatever a script printed, what is sent is valid")
  @EnumSource
  void whatever_a_script_printed_what_is_sent_is_valid(Revision revision) {
    Junk.everywhere(
        object(RICH),
        broken -> assertSaid(revision, GetPromptResult.forRevision(broken, revision)));
    ArrayNode messages = Json.array();
    object(RICH)
        .path("messages")
        .forEach(message -> Junk.everywhere((ObjectNode) message, messages::add));
    messages.addAll(Junk.values());
    ObjectNode all = Json.object();
    all.set("messages", messages);
    assertSaid(revision, GetPromptResult.forRevision(all, revision));
  }

  private static void assertSaid(Revision revision, ObjectNode result) {
    assertResult(revision, "GetPromptResult", result);
    result.path("messages").forEach(message -> assertDefined(revision, "PromptMessage", message));
  }
}
