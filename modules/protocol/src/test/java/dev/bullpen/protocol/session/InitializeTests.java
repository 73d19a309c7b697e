package dev.bullpen.protocol.session;

import static dev.bullpen.protocol.Samples.TALKATIVE_SERVER;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.Trees;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ArrayNode;

class InitializeTests {

  static final ServerCapabilities CAPABILITIES =
      new ServerCapabilities(Set.of(Capability.TOOLS, Capability.COMPLETIONS));

  @Test
  void the_params_are_read() throws JsonRpcException {
    InitializeParams params =
        parse(
            "{'protocolVersion':'2025-06-18','capabilities':{'roots':{}},"
                + "'clientInfo':{'name':'t','version':'0','title':5},'_meta':{'x':1}}");
    assertEquals("2025-06-18", params.protocolVersion());
    assertEquals(object("{'roots':{}}"), params.capabilities());
  }

  @ParameterizedTest
  @DisplayName("LC-03: what is missing or of another type is -32602 and named")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|params.protocolVersion is missing",
        "{'protocolVersion':5}|params.protocolVersion must be a string",
        "{'protocolVersion':null}|params.protocolVersion must be a string",
        "{'protocolVersion':'x'}|params.capabilities is missing",
        "{'protocolVersion':'x','capabilities':[]}|params.capabilities must be an object",
        "{'protocolVersion':'x','capabilities':{}}|params.clientInfo is missing",
        "{'protocolVersion':'x','capabilities':{},'clientInfo':'t'}|params.clientInfo must be an"
            + " object",
        "{'protocolVersion':'x','capabilities':{},'clientInfo':{}}|params.clientInfo.name is"
            + " missing",
        "{'protocolVersion':'x','capabilities':{},'clientInfo':{'name':'t'}}|params.clientInfo.version"
            + " is missing",
        "{'protocolVersion':'x','capabilities':{},'clientInfo':{'name':'t','version':1}}|params.clientInfo.version"
            + " must be a string"
      })
  void what_is_wrong_is_named(String params, String reason) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, () -> parse(params));
    assertEquals(JsonRpcError.invalidParams(reason), refusal.error());
  }

  @Test
  void without_params_it_is_refused() {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> InitializeParams.parse(Trees.NOTHING));
    assertEquals(JsonRpcError.invalidParams("params is missing"), refusal.error());
    assertEquals(0, refusal.getStackTrace().length);
  }

  @Test
  void a_client_of_mcp_bash_may_leave_everything_out() throws JsonRpcException {
    InitializeParams none = InitializeParams.parseWhatIsThere(Trees.NOTHING);
    assertEquals("2025-11-25", none.negotiated().wire());
    assertEquals(object("{}"), none.capabilities());
    InitializeParams some =
        InitializeParams.parseWhatIsThere(
            tree("{'protocolVersion':'2025-03-26','capabilities':{'roots':{}}}"));
    assertEquals("2025-03-26", some.negotiated().wire());
    assertEquals(object("{'roots':{}}"), some.capabilities());
  }

  @Test
  void what_a_client_of_mcp_bash_does_send_must_be_right() {
    JsonRpcException refusal =
        assertThrows(
            JsonRpcException.class,
            () -> InitializeParams.parseWhatIsThere(tree("{'protocolVersion':5}")));
    assertEquals(
        JsonRpcError.invalidParams("params.protocolVersion must be a string"), refusal.error());
  }

  @ParameterizedTest
  @DisplayName("VN-04, VN-05: a legacy version is agreed to, anything else is countered")
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2026-07-28, 2025-11-25",
    "2025-11-26, 2025-11-25",
    "1900-01-01, 2025-11-25",
    "1.0.0, 2025-11-25",
    "'', 2025-11-25"
  })
  void a_version_is_agreed_on(String asked, String answer) throws JsonRpcException {
    InitializeParams params =
        parse(
            "{'protocolVersion':'"
                + asked
                + "','capabilities':{},'clientInfo':{'name':'t','version':'0'}}");
    assertEquals(answer, params.negotiated().wire());
  }

  @ParameterizedTest
  @DisplayName("LC-01, LC-02, CA-02: the result has what the revision defines and no more")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2024_11_05|{'tools':{'listChanged':true}}|{'name':'s','version':'1'}",
        "V2025_03_26|{'completions':{},'tools':{'listChanged':true}}|{'name':'s','version':'1'}",
        "V2025_06_18|{'completions':{},'tools':{'listChanged':true}}|{'name':'s','version':'1','title':'S'}",
        "V2025_11_25|{'completions':{},'tools':{'listChanged':true}}|{'name':'s','version':'1','title':'S',"
            + "'description':'a server','websiteUrl':'https://example.com/',"
            + "'icons':[{'src':'data:image/png;base64,AA=='}]}"
      })
  void the_result_has_what_the_revision_defines(
      Revision revision, String capabilities, String serverInfo) {
    assertEquals(
        "{'protocolVersion':'"
            + revision.wire()
            + "','capabilities':"
            + capabilities
            + ",'serverInfo':"
            + serverInfo
            + ",'instructions':'Be kind.'}",
        text(TALKATIVE_SERVER.initializeResult(revision, CAPABILITIES)));
  }

  @Test
  void a_server_that_says_little_is_left_alone() {
    assertEquals(
        "{'protocolVersion':'2025-11-25','capabilities':{},'serverInfo':{'name':'s','version':'1'}}",
        text(
            ServerInfo.of("s", "1")
                .initializeResult(Revision.V2025_11_25, new ServerCapabilities(Set.of()))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "https://e.org/a b|[{'src':'data:,x','mimeType':5},{'src':'a b'},7]"
            + "|'websiteUrl':'https://e.org/a%20b','icons':[{'src':'data:,x'}]",
        "e.org|[{'src':'a.png'}]|"
      })
  void what_clients_would_refuse_of_a_server_is_left_out(
      String website, String icons, String shown) {
    ServerInfo server =
        new ServerInfo(
            "s",
            "1",
            Optional.empty(),
            Optional.empty(),
            Optional.of(website),
            Optional.of((ArrayNode) object("{'icons':" + icons + "}").path("icons")),
            Optional.empty());
    assertEquals(
        "{'name':'s','version':'1'" + (shown == null ? "" : "," + shown) + "}",
        text(server.implementation(Revision.V2025_11_25)));
  }

  @Test
  @DisplayName("VN-05: there is no modern handshake")
  void there_is_no_modern_handshake() {
    assertThrows(
        IllegalArgumentException.class,
        () -> TALKATIVE_SERVER.initializeResult(Revision.V2026_07_28, CAPABILITIES));
  }

  private static InitializeParams parse(String params) throws JsonRpcException {
    return InitializeParams.parse(tree(params));
  }
}
