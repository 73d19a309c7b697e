package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.RequestVariables;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Positions as cursors: base64url without padding of compact JSON {@code
 * {"ver":1,"kind":"completion","name","offset","script"}}, with {@code "cursor"} if the script has
 * its own, and {@code "output"} if its output was cut. They say nothing of the request's values,
 * because the user may type between two pages.
 *
 * <p>A cursor is neither secret nor trusted: any client may request what it names.
 */
public final class CompletionCursor {
  /** The most characters of a cursor. The longest cursor of a script, escaped, fits. */
  static final int MAX_LENGTH = 65_536;

  /** The most characters of a script's own cursor: enough for a token, but not for a state. */
  static final int MAX_SCRIPT_CURSOR = 4_096;

  private static final int VERSION = 1;
  private static final String KIND = "completion";
  private static final String INVALID = "Invalid cursor";

  private CompletionCursor() {}

  public static String encode(CompletionBinding binding, CompletionPosition position) {
    ObjectNode json = Json.object();
    json.put("ver", VERSION);
    json.put("kind", KIND);
    json.put("name", binding.name());
    json.put("offset", position.offset());
    json.put("script", binding.scriptKey());
    position.scriptCursor().ifPresent(cursor -> json.put("cursor", cursor));
    position.previousOutput().ifPresent(output -> json.put("output", output));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(json));
  }

  public static CompletionPosition decode(String cursor, CompletionBinding binding)
      throws RefusedException {
    JsonNode json;
    try {
      json =
          cursor.isEmpty() || cursor.length() > MAX_LENGTH
              ? Json.array()
              : Json.parse(Base64.getUrlDecoder().decode(cursor));
    } catch (IllegalArgumentException | JsonException e) {
      throw RefusedException.invalid(INVALID);
    }
    JsonNode offset = json.path("offset");
    if (!(json instanceof ObjectNode object)
        || json.path("ver").intValue(0) != VERSION
        || !KIND.equals(json.path("kind").stringValue(""))
        || !binding.name().equals(json.path("name").stringValue(""))
        || !offset.isInt()
        || offset.intValue() < 0
        || offset.intValue() > CompletionPosition.MAX_OFFSET
        || !isAcceptable(Members.silentText(object, "cursor").orElse(""))) {
      throw RefusedException.invalid(INVALID);
    }
    if (!binding.scriptKey().equals(json.path("script").stringValue(""))) {
      throw RefusedException.invalid("Cursor no longer valid");
    }
    return new CompletionPosition(
        offset.intValue(),
        Members.silentText(object, "cursor"),
        Members.silentText(object, "output"));
  }

  /** Whether a script's own cursor can be sent and put into an environment variable. */
  static boolean isAcceptable(String scriptCursor) {
    return scriptCursor.length() <= MAX_SCRIPT_CURSOR && RequestVariables.isCarriable(scriptCursor);
  }

  /**
   * What a cursor belongs to.
   *
   * @param name the completed prompt or resource; a cursor of another name is invalid
   * @param scriptKey the script or declaration that completes it; a cursor of another is no longer
   *     valid
   */
  public record CompletionBinding(String name, String scriptKey) {
    public static CompletionBinding of(CompletionProvider provider) {
      return new CompletionBinding(provider.name(), provider.scriptKey());
    }

    public static CompletionBinding of(Resolution.Declared declared) {
      return new CompletionBinding(declared.name(), declared.scriptKey());
    }

    /** The script's path, without the prefix. */
    public String script() {
      return scriptKey.substring(scriptKey.indexOf(':') + 1);
    }
  }

  /**
   * The position where a page of suggestions starts.
   *
   * @param offset the number of suggestions before it, 0 to {@value #MAX_OFFSET}
   * @param scriptCursor the script's own cursor for this page, passed back unchanged
   * @param previousOutput fingerprint of the output of the page before; the same output again means
   *     that the script ignores the offset
   */
  public record CompletionPosition(
      int offset, Optional<String> scriptCursor, Optional<String> previousOutput) {
    /** The highest offset: no client pages that far, and sums of two still fit an int. */
    static final int MAX_OFFSET = 1_000_000_000;

    public static final CompletionPosition START =
        new CompletionPosition(0, Optional.empty(), Optional.empty());

    public CompletionPosition {
      if (offset < 0 || offset > MAX_OFFSET) {
        throw new IllegalArgumentException("offset " + offset);
      }
    }

    /** The start of everything, for a script that prints everything every time. */
    public CompletionPosition beforeAll() {
      return new CompletionPosition(0, scriptCursor, Optional.empty());
    }
  }
}
