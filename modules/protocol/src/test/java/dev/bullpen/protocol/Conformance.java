package dev.bullpen.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asserts that what is sent is what the official schema of a revision defines. */
public final class Conformance {
  private Conformance() {}

  /** What is validated is what would be read on the other side, not the tree it was made of. */
  public static void assertValid(Revision revision, String definition, JsonNode message) {
    try {
      JsonNode received = Json.parse(JsonRpc.line(message));
      assertEquals(
          List.of(), OfficialSchemas.faults(revision, definition, received), () -> message + "");
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  /** The schemas are open, so they accept a member of another revision. */
  public static void assertDefined(Revision revision, String definition, JsonNode value) {
    TreeSet<String> undefined = new TreeSet<>(value.propertyNames());
    assertTrue(!undefined.isEmpty(), definition);
    undefined.removeAll(OfficialSchemas.members(revision, definition));
    assertEquals(new TreeSet<>(), undefined, revision + " " + definition);
  }

  /** A result, made modern where it must be. */
  public static void assertResult(Revision revision, String definition, ObjectNode result) {
    ObjectNode sent =
        revision.isModern()
            ? new ModernResults(Optional.of(ServerInfo.of("s", "1"))).complete(result)
            : result;
    assertValid(revision, definition, sent);
    assertDefined(revision, definition, sent);
    assertValid(revision, "JSONRPCMessage", JsonRpc.result(Trees.id(1), sent));
  }
}
