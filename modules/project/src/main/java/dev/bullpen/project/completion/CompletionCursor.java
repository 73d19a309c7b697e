package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompletionCursorException.Reason;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.RequestVariables;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Positions as clients carry them: base64url without padding of compact JSON {@code
 * {"ver":1,"kind":"completion","name","args","offset","script"}}, with {@code "cursor"} where the
 * script gave its own and {@code "output"} where its output was cut.
 *
 * <p>Nothing in it is secret and nothing in it is believed further than a request is: a client that
 * makes up an offset or a script's cursor could as well have asked for it.
 */
public final class CompletionCursor {
  /** Characters of a cursor; a script's own cursor at its longest, escaped, fits. */
  static final int MAX_LENGTH = 65_536;

  /** Characters of a script's own cursor; room for a token, not for a state. */
  static final int MAX_SCRIPT_CURSOR = 4_096;

  private static final int VERSION = 1;
  private static final String KIND = "completion";

  private CompletionCursor() {}

  public static String encode(CompletionBinding binding, CompletionPosition position) {
    ObjectNode json = Json.object();
    json.put("ver", VERSION);
    json.put("kind", KIND);
    json.put("name", binding.name());
    json.put("args", binding.argsHash());
    json.put("offset", position.offset());
    json.put("script", binding.scriptKey());
    position.scriptCursor().ifPresent(cursor -> json.put("cursor", cursor));
    position.previousOutput().ifPresent(output -> json.put("output", output));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(json));
  }

  /** Read a position back, for the same name and the same script. */
  public static CompletionPosition decode(String cursor, CompletionBinding binding)
      throws CompletionCursorException {
    ObjectNode json = object(cursor);
    boolean ours =
        json.path("ver").intValue(0) == VERSION
            && KIND.equals(json.path("kind").stringValue(""))
            && binding.name().equals(json.path("name").stringValue(""));
    JsonNode offset = json.path("offset");
    if (!ours
        || !offset.isInt()
        || offset.intValue() < 0
        || offset.intValue() > CompletionPosition.MAX_OFFSET) {
      throw new CompletionCursorException(Reason.INVALID);
    }
    if (!binding.scriptKey().equals(json.path("script").stringValue(""))) {
      throw new CompletionCursorException(Reason.NO_LONGER_VALID);
    }
    Optional<String> scriptCursor = Members.text(json, "cursor");
    if (scriptCursor.isPresent() && !isAcceptable(scriptCursor.get())) {
      throw new CompletionCursorException(Reason.INVALID);
    }
    return new CompletionPosition(offset.intValue(), scriptCursor, Members.text(json, "output"));
  }

  /** Whether a script's own cursor can travel and come back to it in its environment. */
  static boolean isAcceptable(String scriptCursor) {
    return scriptCursor.length() <= MAX_SCRIPT_CURSOR && RequestVariables.isCarriable(scriptCursor);
  }

  private static ObjectNode object(String cursor) throws CompletionCursorException {
    if (!cursor.isEmpty() && cursor.length() <= MAX_LENGTH) {
      try {
        if (Json.parse(Base64.getUrlDecoder().decode(cursor)) instanceof ObjectNode object) {
          return object;
        }
      } catch (IllegalArgumentException | JsonException e) {
        throw new CompletionCursorException(Reason.INVALID);
      }
    }
    throw new CompletionCursorException(Reason.INVALID);
  }
}
