package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Samples.TEXT_MESSAGE;
import static dev.bullpen.protocol.Samples.TOOL_RESULT;
import static dev.bullpen.protocol.Samples.TOOL_USE;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class SamplingTests {

  @ParameterizedTest
  @EnumSource
  void every_revision_gets_what_it_defines(Revision revision) throws JsonRpcException {
    ObjectNode params =
        params(
            "{'messages':["
                + TEXT_MESSAGE
                + "],'maxTokens':5,'modelPreferences':{'hints':[{'name':'m'}],'costPriority':1,"
                + "'x':1},'systemPrompt':'s','temperature':0.50,'stopSequences':['.'],"
                + "'metadata':{'k':[1]},'includeContext':'thisServer','task':{},"
                + "'tools':[{'name':'t','inputSchema':{'type':'object'}}],"
                + "'toolChoice':{'mode':'auto'}}",
            revision);
    String tools =
        ",'tools':[{'name':'t','inputSchema':{'type':'object'}}],'toolChoice':{'mode':'auto'}";
    assertEquals(
        "{'messages':["
            + TEXT_MESSAGE
            + "],'maxTokens':5,'modelPreferences':{'hints':[{'name':'m'}],'costPriority':1},"
            + "'systemPrompt':'s','temperature':0.50,'stopSequences':['.'],'metadata':{'k':[1]}"
            + (revision.hasSamplingTools() ? tools : "")
            + "}",
        text(params));
    if (revision.isSince(Revision.V2025_11_25)) {
      assertDefined(revision, "CreateMessageRequestParams", params);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'text','text':'x'}|V2024_11_05",
        "{'type':'image','data':'','mimeType':'image/png'}|V2024_11_05",
        "{'type':'audio','data':'','mimeType':'audio/wav'}|V2025_03_26",
        "[{'type':'text','text':'x'},{'type':'text','text':'y'}]|V2025_11_25",
        "[]|V2025_11_25"
      })
  void content_is_for_the_revisions_that_have_it(String content, Revision since)
      throws JsonRpcException {
    String written = "{'messages':[{'role':'user','content':" + content + "}],'maxTokens':1}";
    for (Revision revision : Revision.values()) {
      if (revision.isSince(since)) {
        assertEquals(written, text(params(written, revision)));
      } else {
        assertRefused(revision.wire(), () -> params(written, revision));
      }
    }
  }

  @Test
  void one_block_in_an_array_is_taken_out_for_those_that_have_no_arrays() throws JsonRpcException {
    assertEquals(
        "{'messages':[" + TEXT_MESSAGE + "],'maxTokens':1}",
        text(
            params(
                "{'messages':[{'role':'user','content':[{'type':'text','text':'x'}]}],"
                    + "'maxTokens':1}",
                Revision.V2025_06_18)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'messages':[]}|maxTokens",
        "{'messages':[],'maxTokens':'5'}|maxTokens",
        "{'messages':[],'maxTokens':1.5}|maxTokens",
        "{'maxTokens':5}|messages",
        "{'messages':{},'maxTokens':5}|messages",
        "{'messages':[5],'maxTokens':5}|messages[0]",
        "{'messages':[{'role':'system','content':{'type':'text','text':'x'}}],'maxTokens':5}"
            + "|messages[0]",
        "{'messages':[{'role':'user','content':'x'}],'maxTokens':5}|messages[0]",
        "{'messages':[{'role':'user','content':{'type':'resource'}}],'maxTokens':5}|messages[0]"
      })
  void what_is_no_sampling_is_refused_by_the_member(String written, String member) {
    assertRefused(" " + member + " ", () -> Sampling.of(tree(written)));
  }

  @Test
  @DisplayName("MR-21: what a tool said answers what was wanted of it")
  void what_a_tool_said_answers_what_was_wanted() throws JsonRpcException {
    String written =
        "{'messages':[" + TEXT_MESSAGE + "," + TOOL_USE + "," + TOOL_RESULT + "],'maxTokens':5}";
    assertEquals(written, text(params(written, Revision.V2025_11_25)));
    assertEquals(written, text(params(written, Revision.V2026_07_28)));
    assertRefused("2025-06-18", () -> params(written, Revision.V2025_06_18));
  }

  @ParameterizedTest
  @DisplayName("MR-21: what a tool said in a structure is an object, and since 2026-07-28 anything")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{'a':1}|true", "[1]|false", "'x'|false", "5|false", "true|false", "null|false"})
  void what_a_tool_said_in_a_structure_is_for_the_revisions_that_have_it(
      String structured, boolean always) throws JsonRpcException {
    String without =
        "{'messages':[" + TEXT_MESSAGE + "," + TOOL_USE + "," + TOOL_RESULT + "],'maxTokens':5}";
    String written =
        without.replace(
            "'content':[{'type':'text','text':'5'}]",
            "'content':[{'type':'text','text':'5'}],'structuredContent':" + structured);
    assertEquals(written, text(params(written, Revision.V2026_07_28)));
    assertEquals(always ? written : without, text(params(written, Revision.V2025_11_25)));
  }

  @ParameterizedTest
  @DisplayName("MR-21: anything else said in between, or beside it, is refused")
  @ValueSource(
      strings = {
        TOOL_USE,
        TOOL_RESULT,
        TOOL_USE + "," + TEXT_MESSAGE,
        TOOL_USE + "," + TEXT_MESSAGE + "," + TOOL_RESULT,
        TOOL_USE + "," + TOOL_RESULT + "," + TOOL_RESULT,
        TOOL_USE
            + ",{'role':'user','content':[{'type':'tool_result','toolUseId':'1','content':[]},"
            + "{'type':'text','text':'and'}]}",
        TOOL_USE + ",{'role':'user','content':{'type':'tool_result','toolUseId':'2','content':[]}}"
      })
  void anything_else_said_in_between_is_refused(String messages) {
    assertRefused(
        "messages[", () -> Sampling.of(tree("{'messages':[" + messages + "],'maxTokens':5}")));
  }

  @Test
  @DisplayName("MR-04, MR-05: tools need a capability of their own")
  void tools_need_a_capability_of_their_own() throws JsonRpcException {
    Sampling plain = Sampling.of(tree("{'messages':[" + TEXT_MESSAGE + "],'maxTokens':5}"));
    Sampling tools =
        Sampling.of(tree("{'messages':[" + TEXT_MESSAGE + "],'maxTokens':5,'tools':[]}"));
    assertEquals(object("{'sampling':{}}"), plain.requiredCapability());
    assertEquals(object("{'sampling':{'tools':{}}}"), tools.requiredCapability());
    ClientCapabilities without = new ClientCapabilities(true, true, true, false, true, false);
    ClientCapabilities with = new ClientCapabilities(false, false, true, true, false, false);
    assertEquals(true, plain.supportedBy(without));
    assertEquals(false, tools.supportedBy(without));
    assertEquals(true, tools.supportedBy(with));
    assertEquals(false, plain.supportedBy(ClientCapabilities.NONE));
  }

  private static ObjectNode params(String written, Revision revision) throws JsonRpcException {
    ObjectNode request = Sampling.of(tree(written)).toJson(id(7), revision);
    assertValid(revision, "CreateMessageRequest", request);
    assertValid(revision, "JSONRPCRequest", request);
    return (ObjectNode) request.path("params");
  }

  private static void assertRefused(String part, Executable refused) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, refused);
    assertEquals(ErrorCode.INTERNAL_ERROR, refusal.error().code());
    assertTrue(refusal.error().message().contains(part), refusal.error().message());
  }
}
