package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Samples.RICH_RESULT;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.OfficialSchemas;
import dev.bullpen.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class CallToolResultTests {
  private static final Revision NEWEST = Revision.V2026_07_28;

  /** Everything the newest revision knows, and what it does not. */
  @ParameterizedTest
  @DisplayName("TL-19, VN-06: every revision gets what it defines and nothing else")
  @EnumSource
  void every_revision_gets_what_it_defines(Revision revision) {
    ObjectNode given = object(RICH_RESULT);
    ObjectNode result = CallToolResult.forRevision(given, revision);
    assertEquals(object(RICH_RESULT), given, "is left as it was");
    assertResult(revision, "CallToolResult", result);
    Map<String, String> definitions =
        Map.of(
            "text", "TextContent",
            "image", "ImageContent",
            "audio", "AudioContent",
            "resource", "EmbeddedResource",
            "resource_link", "ResourceLink");
    for (JsonNode block : result.path("content")) {
      String definition = definitions.get(block.path("type").stringValue());
      assertValid(revision, definition, block);
      assertDefined(revision, definition, block);
      if (block.has("resource")) {
        String contents =
            block.path("resource").has("text") ? "TextResourceContents" : "BlobResourceContents";
        assertDefined(revision, contents, block.path("resource"));
      }
      if (block.has("annotations") && revision.isSince(Revision.V2025_03_26)) {
        assertDefined(revision, "Annotations", block.path("annotations"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "V2024_11_05,'text image text text resource resource'",
    "V2025_03_26,'text image audio text resource resource'",
    "V2025_06_18,'text image audio resource_link resource resource'",
    "V2025_11_25,'text image audio resource_link resource resource'",
    "V2026_07_28,'text image audio resource_link resource resource'"
  })
  void what_a_revision_lacks_becomes_text(Revision revision, String types) {
    ObjectNode result = CallToolResult.forRevision(object(RICH_RESULT), revision);
    assertEquals(
        types,
        String.join(
            " ",
            result
                .path("content")
                .valueStream()
                .map(block -> block.path("type").stringValue())
                .toList()));
  }

  @Test
  void the_text_says_what_was_there() {
    JsonNode content =
        CallToolResult.forRevision(object(RICH_RESULT), Revision.V2024_11_05).path("content");
    assertEquals(
        "[audio/wav left out: revision 2024-11-05 of the protocol has no audio]",
        content.get(2).path("text").stringValue());
    assertEquals("A: file:///a%20b\nof it", content.get(3).path("text").stringValue());
    assertEquals("{'priority':1}", text(content.get(3).path("annotations")));
  }

  @Test
  void the_newest_revision_gets_everything_in_its_order() {
    JsonNode content = CallToolResult.forRevision(object(RICH_RESULT), NEWEST).path("content");
    assertEquals(
        "{'type':'text','text':'hello','annotations':{'audience':['user'],'priority':0.5,"
            + "'lastModified':'2025-01-01T00:00:00Z'},'_meta':{'com.example/a':1}}",
        text(content.get(0)));
    assertEquals(
        "{'type':'resource_link','uri':'file:///a%20b','name':'a','title':'A','size':5,"
            + "'description':'of it','icons':[{'src':'https://x/y','sizes':['1x1']}],"
            + "'annotations':{'priority':1}}",
        text(content.get(3)));
  }

  @ParameterizedTest
  @DisplayName("TL-16: structured content is for those that have it")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'b':1.0,'a':null}|V2025_06_18",
        "{}|V2025_06_18",
        "[1]|V2026_07_28",
        "null|V2026_07_28",
        "0|V2026_07_28",
        "false|V2026_07_28",
        "''|V2026_07_28"
      })
  void structured_content_is_for_those_that_have_it(String value, Revision since) {
    // A quoted empty field is how the table writes an empty JSON string.
    String json = value.isEmpty() ? "''" : value;
    for (Revision revision : Revision.values()) {
      ObjectNode result =
          CallToolResult.forRevision(
              object("{'content':[],'structuredContent':" + json + "}"), revision);
      assertResult(revision, "CallToolResult", result);
      assertEquals(revision.isSince(since), result.has("structuredContent"), revision.wire());
      if (result.has("structuredContent")) {
        assertEquals(json, text(result.path("structuredContent")));
        assertEquals(0, result.path("content").size(), "no content was given");
      } else {
        assertEquals(json, result.at("/content/0/text").stringValue().replace('"', '\''), "TL-17");
      }
    }
  }

  @ParameterizedTest
  @DisplayName("TL-17: what would be structured only is text too")
  @EnumSource
  void what_would_be_structured_only_is_text_too(Revision revision) {
    ObjectNode result =
        CallToolResult.forRevision(object("{'structuredContent':{'b':1.0,'a':2}}"), revision);
    assertEquals("[{'type':'text','text':'{'b':1.0,'a':2}'}]", plain(result.path("content")));
    assertResult(revision, "CallToolResult", result);
  }

  @ParameterizedTest
  @DisplayName("TL-18: there is always content, if only none")
  @ValueSource(strings = {"{}", "{'content':null}", "{'content':'x'}", "{'content':[]}"})
  void there_is_always_content(String full) {
    for (Revision revision : Revision.values()) {
      ObjectNode result = CallToolResult.forRevision(object(full), revision);
      assertEquals("{'content':[]}", text(result));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "null",
        "'text'",
        "[]",
        "{}",
        "{'text':'x'}",
        "{'type':'video','data':'AAAA','mimeType':'video/mp4'}",
        "{'type':5}",
        "{'type':'text'}",
        "{'type':'text','text':5}",
        "{'type':'image','data':'AAAA'}",
        "{'type':'image','data':'A*AA','mimeType':'image/png'}",
        "{'type':'image','data':'AAA','mimeType':'image/png'}",
        "{'type':'audio','mimeType':'audio/wav'}",
        "{'type':'resource'}",
        "{'type':'resource','resource':{'uri':'x:y'}}",
        "{'type':'resource','resource':{'text':'x'}}",
        "{'type':'resource','resource':{'uri':'no scheme','text':'x'}}",
        "{'type':'resource_link','uri':'x:y'}",
        "{'type':'resource_link','name':'x'}"
      })
  void a_block_that_is_none_becomes_a_text_that_says_so(String block) {
    for (Revision revision : Revision.values()) {
      ObjectNode result =
          CallToolResult.forRevision(object("{'content':[" + block + "]}"), revision);
      assertResult(revision, "CallToolResult", result);
      JsonNode note = result.path("content").get(0);
      assertEquals("text", note.path("type").stringValue());
      assertEquals(true, note.path("text").stringValue().contains(" left out: "), note::toString);
    }
  }

  @Test
  void what_is_wrong_in_an_optional_member_costs_only_that() {
    ObjectNode result =
        CallToolResult.forRevision(
            object(
                "{'content':[{'type':'text','text':'x','annotations':{'audience':['me'],"
                    + "'priority':2,'lastModified':5},'_meta':[]}],'isError':'yes','_meta':[]}"),
            NEWEST);
    assertEquals("{'content':[{'type':'text','text':'x','annotations':{}}]}", text(result));
  }

  @ParameterizedTest
  @DisplayName("a client drops the whole result for one of these")
  @ValueSource(
      strings = {
        "{'type':'text','text':'x','annotations':{'lastModified':'yesterday'}}",
        "{'type':'image','data':'AAAA','mimeType':'a/b','annotations':{'lastModified':'2026-01-31'}}",
        "{'type':'audio','data':'AAAA','mimeType':'a/b','annotations':{'lastModified':''}}",
        "{'type':'resource','resource':{'uri':'x:y','text':'x'},"
            + "'annotations':{'lastModified':'2026-01-31T12:00:00'}}",
        "{'type':'resource_link','uri':'x:y','name':'n',"
            + "'annotations':{'lastModified':'2026-02-30T12:00:00Z'}}"
      })
  void a_time_that_is_no_date_time_with_its_zone_is_left_out(String block) {
    for (Revision revision : Revision.values()) {
      ObjectNode result =
          CallToolResult.forRevision(object("{'content':[" + block + "]}"), revision);
      assertFalse(result.toString().contains("lastModified"), result::toString);
    }
  }

  @Test
  void a_size_that_is_infinite_for_javascript_is_left_out() {
    String link = "{'content':[{'type':'resource_link','uri':'x:y','name':'n','size':%s}]}";
    String last = "9007199254740991";
    for (String size : new String[] {"1" + "0".repeat(400), "9007199254740992", "-" + last + "0"}) {
      ObjectNode result = CallToolResult.forRevision(object(link.formatted(size)), NEWEST);
      assertFalse(result.path("content").get(0).has("size"), size);
    }
    ObjectNode result = CallToolResult.forRevision(object(link.formatted(last)), NEWEST);
    assertEquals(last, text(result.path("content").get(0).path("size")));
  }

  @Test
  void line_breaks_in_base64_are_taken_out() {
    ObjectNode result =
        CallToolResult.forRevision(
            object("{'content':[{'type':'image','data':'AAAA\\nAA==\\n','mimeType':'i/p'}]}"),
            NEWEST);
    assertEquals("AAAAAA==", result.path("content").get(0).path("data").stringValue());
  }

  @ParameterizedTest
  @EnumSource
  void text_and_errors_are_made_of_a_string(Revision revision) {
    ObjectNode said =
        CallToolResult.forRevision(
            CallToolResult.text(Json.string("x\n".getBytes(StandardCharsets.UTF_8))), revision);
    assertEquals("{'content':[{'type':'text','text':'x\\n'}],'isError':false}", text(said));
    ObjectNode failed = CallToolResult.forRevision(CallToolResult.error("no"), revision);
    assertEquals("{'content':[{'type':'text','text':'no'}],'isError':true}", text(failed));
    assertResult(revision, "CallToolResult", failed);
  }

  @Test
  @DisplayName("negative control: the schema refuses what is mended here")
  void the_schema_refuses_what_is_mended_here() {
    for (Revision revision : Revision.values()) {
      assertFalse(
          OfficialSchemas.faults(
                  revision, "CallToolResult", object("{'content':[{'type':'text'}]}"))
              .isEmpty());
    }
  }

  private static String plain(JsonNode json) {
    return text(json).replace("\\'", "'");
  }

  @Test
  void an_error_tells_its_structure_aside_and_has_something_to_read() {
    assertEquals(
        "{'content':[{'type':'text','text':'why'}],'isError':true,"
            + "'_meta':{'exitCode':1,'dev.bullpen/structuredContent':{'a':1}}}",
        text(
            CallToolResult.withStructureAside(
                object(
                    "{'content':[{'type':'text','text':'why'}],'isError':true,'structuredContent':{'a':1},'_meta':{'exitCode':1}}"))));
    assertEquals(
        "{'content':[{'type':'text','text':'[1]'}],'isError':true,"
            + "'_meta':{'dev.bullpen/structuredContent':[1]}}",
        text(
            CallToolResult.withStructureAside(
                object("{'content':[],'structuredContent':[1],'isError':true}"))));
  }
}
