package dev.bullpen.protocol;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.method.CompleteResult;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("FR-07: every line is what the schema of its revision says")
class OfficialSchemaTests {
  private static final ServerInfo SERVER = Samples.TALKATIVE_SERVER;
  private static final ServerCapabilities EVERYTHING =
      new ServerCapabilities(EnumSet.allOf(Capability.class));

  private final ModernResults modern = new ModernResults(Optional.of(SERVER));

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
  void initialize_is_answered_as_defined(Revision revision) {
    ObjectNode result = SERVER.initializeResult(revision, EVERYTHING);
    assertResult(revision, "InitializeResult", result);
    assertDefined(revision, "InitializeResult", result);
    assertDefined(revision, "Implementation", result.path("serverInfo"));
    assertDefined(revision, "ServerCapabilities", result.path("capabilities"));
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
  void ping_is_answered_as_defined(Revision revision) {
    assertResult(revision, "EmptyResult", object("{}"));
  }

  @Test
  void discover_is_answered_as_defined() {
    Revision revision = Revision.V2026_07_28;
    ObjectNode result = modern.complete(SERVER.discoverResult(EVERYTHING, CacheHint.STALE));
    assertResult(revision, "DiscoverResult", result);
    assertValid(revision, "DiscoverResultResponse", JsonRpc.result(id(1), result));
    assertDefined(revision, "DiscoverResult", result);
    assertDefined(revision, "ServerCapabilities", result.path("capabilities"));
    assertDefined(revision, "Implementation", result.path(MetaKey.META).path(MetaKey.SERVER_INFO));
  }

  @ParameterizedTest
  @EnumSource
  void completion_is_answered_as_defined(Revision revision) {
    for (CompleteResult completion :
        List.of(
            completion(OptionalInt.of(0), Optional.empty()),
            completion(OptionalInt.of(7), Optional.empty(), "a", "\ud800", "💩"),
            completion(OptionalInt.empty(), Optional.of("c"), "a"))) {
      ObjectNode result = completion.toJson();
      if (revision.isModern()) {
        result = modern.complete(result);
        assertValid(revision, "CompleteResultResponse", JsonRpc.result(id("1"), result));
      }
      assertResult(revision, "CompleteResult", result);
      assertDefined(revision, "CompleteResult", result);
    }
  }

  @ParameterizedTest
  @EnumSource
  void errors_are_as_defined(Revision revision) {
    for (JsonRpcError error :
        List.of(
            JsonRpcError.parseError("x"),
            JsonRpcError.lineTooLong(2, 1),
            JsonRpcError.noRoomForLine(2),
            JsonRpcError.methodNotFound("x"),
            JsonRpcError.invalidParams("x"),
            JsonRpcError.internalError("x"),
            JsonRpcError.resourceNotFound("x:y", revision),
            JsonRpcError.rateLimited("x"))) {
      assertError(revision, JsonRpc.error(id(1), error));
      assertError(revision, JsonRpc.error(id("é"), error));
      if (revision.hasErrorsWithoutId()) {
        assertError(revision, JsonRpc.error(Optional.empty(), error, Optional.of(revision)));
      }
    }
  }

  @Test
  void modern_errors_are_as_defined() {
    Revision revision = Revision.V2026_07_28;
    assertValid(
        revision,
        "UnsupportedProtocolVersionError",
        JsonRpc.error(id(1), JsonRpcError.unsupportedVersion("x")));
    assertValid(
        revision,
        "MissingRequiredClientCapabilityError",
        JsonRpc.error(
            id(1), JsonRpcError.missingClientCapability(object("{'elicitation':{'url':{}}}"))));
  }

  @ParameterizedTest
  @EnumSource
  void notifications_are_as_defined(Revision revision) {
    for (ObjectNode message :
        List.of(
            JsonRpc.notification("notifications/x"),
            JsonRpc.notification("notifications/x", object("{'a':1,'_meta':{}}")))) {
      assertValid(revision, "JSONRPCNotification", message);
      assertValid(revision, "JSONRPCMessage", message);
    }
  }

  @Test
  @DisplayName("FR-12: the answers to a batch are as 2025-03-26 defines them")
  void a_batch_is_answered_as_defined() throws JsonException {
    JsonNode batch =
        Json.parse(
            JsonRpc.batch(
                List.of(
                    JsonRpc.line(JsonRpc.result(id(1), object("{}"))),
                    JsonRpc.line(JsonRpc.error(id("2"), JsonRpcError.methodNotFound("x"))))));
    assertValid(Revision.V2025_03_26, "JSONRPCBatchResponse", batch);
    assertValid(Revision.V2025_03_26, "JSONRPCMessage", batch);
  }

  @ParameterizedTest
  @DisplayName("requirements 20.25: an id of null has no legal form, where it is sent all the same")
  @EnumSource(names = {"V2024_11_05", "V2025_03_26", "V2025_06_18"})
  void an_older_schema_has_no_form_for_an_unknown_id(Revision revision) {
    JsonRpcError error = JsonRpcError.parseError("x");
    ObjectNode message = JsonRpc.error(Optional.empty(), error, Optional.of(revision));
    assertFalse(OfficialSchemas.faults(revision, "JSONRPCError", message).isEmpty());
    ObjectNode withId = message.deepCopy().put("id", 1);
    assertEquals(List.of(), OfficialSchemas.faults(revision, "JSONRPCError", withId));
  }

  @ParameterizedTest
  @DisplayName("negative control: the validator does find faults")
  @EnumSource
  void what_is_not_as_defined_is_found(Revision revision) {
    assertFalse(
        OfficialSchemas.faults(revision, "CompleteResult", object("{'completion':{'values':[1]}}"))
            .isEmpty());
    assertFalse(
        OfficialSchemas.faults(revision, "JSONRPCNotification", object("{'method':'x'}"))
            .isEmpty());
    assertEquals(
        revision.isModern(),
        !OfficialSchemas.faults(
                revision,
                "CompleteResult",
                completion(OptionalInt.of(0), Optional.empty()).toJson())
            .isEmpty());
  }

  private static CompleteResult completion(
      OptionalInt total, Optional<String> cursor, String... values) {
    return new CompleteResult(List.of(values), total, true, cursor);
  }

  private static void assertResult(Revision revision, String definition, ObjectNode result) {
    assertValid(revision, definition, result);
    boolean named = revision.compareTo(Revision.V2025_11_25) >= 0;
    ObjectNode message = JsonRpc.result(id(1), result);
    assertValid(revision, named ? "JSONRPCResultResponse" : "JSONRPCResponse", message);
    assertValid(revision, "JSONRPCMessage", message);
  }

  private static void assertError(Revision revision, ObjectNode message) {
    boolean renamed = revision.compareTo(Revision.V2025_11_25) >= 0;
    assertValid(revision, renamed ? "JSONRPCErrorResponse" : "JSONRPCError", message);
    assertValid(revision, "JSONRPCMessage", message);
  }
}
