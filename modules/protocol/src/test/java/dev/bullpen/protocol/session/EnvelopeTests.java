package dev.bullpen.protocol.session;

import static dev.bullpen.protocol.Trees.ENVELOPE;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.Trees;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requirements 2.1 and 2.2, rows 10 to 15: the envelope")
class EnvelopeTests {
  private static final String VERSION = "'io.modelcontextprotocol/protocolVersion':";
  private static final String CAPABILITIES = "'io.modelcontextprotocol/clientCapabilities':";
  private static final String INFO = "'io.modelcontextprotocol/clientInfo':";
  private static final String LEVEL = "'io.modelcontextprotocol/logLevel':";

  @ParameterizedTest
  @DisplayName("a request without a claim is legacy, whatever else its _meta says")
  @ValueSource(
      strings = {
        "{}",
        "{'_meta':{}}",
        "{'_meta':{'progressToken':1,'traceparent':'x'}}",
        "{'_meta':{'io.modelcontextprotocol/related-task':{}}}",
        "{'_meta':{'io.modelcontextprotocol/clientInfo':{'name':'n','version':'1'}}}",
        "{'protocolVersion':'2026-07-28'}"
      })
  void without_a_claim_there_is_none(String params) {
    assertInstanceOf(Envelope.None.class, Envelope.read(tree(params)));
    assertFalse(Envelope.isClaimed(tree(params)));
  }

  @Test
  void without_params_there_is_none() {
    assertInstanceOf(Envelope.None.class, Envelope.read(Trees.NOTHING));
    assertFalse(Envelope.isClaimed(Trees.NOTHING));
  }

  @Test
  @DisplayName("row 14: two keys are enough")
  void two_keys_are_enough() {
    Envelope.Valid valid = assertInstanceOf(Envelope.Valid.class, read(ENVELOPE));
    assertEquals(Revision.V2026_07_28, valid.revision());
    assertEquals(object("{}"), valid.clientCapabilities());
    assertEquals(Optional.empty(), valid.logLevel());
  }

  @Test
  void everything_it_may_say_is_read() {
    Envelope.Valid valid =
        assertInstanceOf(
            Envelope.Valid.class,
            read(
                VERSION
                    + "'2026-07-28','progressToken':'7',"
                    + CAPABILITIES
                    + "{'sampling':{}},"
                    + INFO
                    + "{'name':'n','version':'1','title':'t','icons':[{'src':'data:x'}]},"
                    + LEVEL
                    + "'notice'"));
    assertEquals(object("{'sampling':{}}"), valid.clientCapabilities());
    assertEquals(Optional.of(LogLevel.NOTICE), valid.logLevel());
  }

  @ParameterizedTest
  @DisplayName("rows 11 and 13 to 15: a defect is -32602 and names the key")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'io.modelcontextprotocol/clientCapabilities':{}|protocolVersion",
        "'io.modelcontextprotocol/protocolVersion':5|protocolVersion",
        "'io.modelcontextprotocol/protocolVersion':null|protocolVersion",
        "'io.modelcontextprotocol/protocolVersion':'2026-07-28'|clientCapabilities",
        "$V'io.modelcontextprotocol/clientCapabilities':[]|clientCapabilities",
        "$V'io.modelcontextprotocol/clientCapabilities':null|clientCapabilities",
        "$E,'io.modelcontextprotocol/clientInfo':'me'|clientInfo",
        "$E,'io.modelcontextprotocol/clientInfo':{'name':'n'}|clientInfo.version",
        "$E,'io.modelcontextprotocol/clientInfo':{'version':'1'}|clientInfo.name",
        "$E,'io.modelcontextprotocol/clientInfo':{'name':1,'version':'1'}|clientInfo.name",
        "$E,'io.modelcontextprotocol/clientInfo':{'name':'n','version':'1','title':5}|title",
        "$E,'io.modelcontextprotocol/clientInfo':{'name':'n','version':'1','icons':{}}|icons",
        "$E,'io.modelcontextprotocol/clientInfo':{'name':'n','version':'1','icons':[{}]}|icons[0]",
        "$E,'io.modelcontextprotocol/logLevel':'verbose'|logLevel",
        "$E,'io.modelcontextprotocol/logLevel':'INFO'|logLevel",
        "$E,'io.modelcontextprotocol/logLevel':6|logLevel",
        "$E,'progressToken':1.5|progressToken",
        "$E,'progressToken':{}|progressToken"
      })
  void a_defect_is_named(String meta, String key) {
    String version = VERSION + "'2026-07-28',";
    JsonRpcError error = rejection(meta.replace("$V", version).replace("$E", ENVELOPE));
    assertEquals(ErrorCode.INVALID_PARAMS, error.code());
    assertTrue(error.message().contains(key), error.message());
    assertTrue(error.data().isMissingNode());
  }

  @ParameterizedTest
  @DisplayName("row 12: a version that is not modern is -32022, a legacy one too")
  @ValueSource(strings = {"v999.0.0", "", "2025-11-25", "2024-11-05", "2026-07-29"})
  void another_version_gets_the_supported_ones(String version) {
    JsonRpcError error = rejection(VERSION + "'" + version + "'," + CAPABILITIES + "{}");
    assertEquals(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, error.code());
    assertEquals("{'supported':['2026-07-28'],'requested':'" + version + "'}", text(error.data()));
  }

  @Test
  @DisplayName("the version is checked before the rest, so that a later client can negotiate")
  void the_version_is_checked_first() {
    assertEquals(
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
        rejection(VERSION + "'2030-01-01'," + INFO + "5," + LEVEL + "5").code());
    assertEquals(ErrorCode.INVALID_PARAMS, rejection(CAPABILITIES + "5," + INFO + "5").code());
  }

  @ParameterizedTest
  @DisplayName("MT-05: a _meta that is no object is -32602 and no claim")
  @ValueSource(strings = {"5", "null", "'x'", "[]"})
  void a_meta_that_is_no_object_is_refused(String meta) {
    Envelope envelope = Envelope.read(tree("{'_meta':" + meta + "}"));
    assertEquals(
        JsonRpcError.invalidParams("params._meta must be an object"),
        assertInstanceOf(Envelope.Rejected.class, envelope).error());
    assertFalse(Envelope.isClaimed(tree("{'_meta':" + meta + "}")));
  }

  @Test
  @DisplayName("FR-14: a claim is seen whether it holds or not")
  void a_claim_is_seen_whether_it_holds_or_not() {
    assertTrue(Envelope.isClaimed(tree("{'_meta':{" + ENVELOPE + "}}")));
    assertTrue(Envelope.isClaimed(tree("{'_meta':{" + VERSION + "null}}")));
    assertTrue(Envelope.isClaimed(tree("{'_meta':{" + CAPABILITIES + "5}}")));
  }

  private static Envelope read(String meta) {
    return Envelope.read(tree("{'_meta':{" + meta + "},'name':'x'}"));
  }

  private static JsonRpcError rejection(String meta) {
    return assertInstanceOf(Envelope.Rejected.class, read(meta)).error();
  }
}
