package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.protocol.question.InputRequired;
import dev.bullpen.protocol.session.UiExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool's script means by how it ended, what it wrote, and the files it left: the contract of
 * mcp-bash, except that a tool which fails without asking for a JSON-RPC error has an {@code
 * isError} result, as the specification wants it (tools, error handling).
 */
final class ToolOutput {
  /** Characters of a script's words that an error repeats. */
  private static final int QUOTED = 2000;

  /** Texts of no. */
  private static final Set<String> NO = Set.of("", "false", "no", "0", "null");

  /** What a script has said. */
  sealed interface Said {
    /**
     * The call has this result.
     *
     * @param full in the form of the newest revision
     */
    record Result(ObjectNode full) implements Said {}

    /** The script wants the call answered with an error. */
    record Refusal(JsonRpcError error) implements Said {}

    /** The script wants something from the client first, and to be started again then. */
    record Question(ObjectNode printed) implements Said {}
  }

  private final JobOutcome.Completed outcome;
  private final ToolSettings settings;
  private final Optional<JsonNode> value;

  private ToolOutput(JobOutcome.Completed outcome, ToolSettings settings) {
    this.outcome = outcome;
    this.settings = settings;
    this.value = parse(outcome.stdout()).or(() -> errorBeforeMore(outcome.stdout()));
  }

  /**
   * @param error what the script wrote to its error file; empty bytes for nothing
   * @param embedded resources it wants shown beside its text
   */
  static Said read(
      JobOutcome.Completed outcome,
      byte[] error,
      List<ObjectNode> embedded,
      ToolSettings settings) {
    ToolOutput output = new ToolOutput(outcome, settings);
    if (error.length > 0) {
      return new Said.Refusal(refusal(error));
    }
    return outcome.isSuccess() ? output.success(embedded) : output.failure();
  }

  private Said success(List<ObjectNode> embedded) {
    if (value.isPresent() && value.get() instanceof ObjectNode object) {
      if (InputRequired.isOne(object)) {
        return new Said.Question(object);
      }
      if (isResult(object)) {
        object.put(CallToolResult.IS_ERROR, isTrue(object.get(CallToolResult.IS_ERROR)));
        return new Said.Result(signed(with(object, embedded)));
      }
    }
    ObjectNode result = with(CallToolResult.text(Json.string(outcome.stdout())), embedded);
    if (value.isPresent()) {
      result.set("structuredContent", value.get());
    }
    return new Said.Result(signed(result));
  }

  private Said failure() {
    if (value.isPresent() && value.get() instanceof ObjectNode object) {
      if (isResult(object)) {
        return new Said.Result(signed(object.put("isError", true)));
      }
      if (isError(object)) {
        return new Said.Refusal(error(object));
      }
    }
    String text = new String(outcome.stdout(), StandardCharsets.UTF_8);
    String said = text.isBlank() ? stderr() : text;
    return new Said.Result(
        signed(
            CallToolResult.error(
                said.isBlank() ? "The tool failed with " + outcome.ending() : said)));
  }

  /** Why this is only text; empty if it is JSON. */
  static Optional<String> whyUnreadable(byte[] stdout) {
    if (!Json.mayBe(stdout)) {
      return Optional.of("it is no JSON");
    }
    try {
      Json.parsePrinted(stdout);
      return Optional.empty();
    } catch (JsonException e) {
      return Optional.of("it cannot be read as JSON: " + e.getMessage());
    }
  }

  /** The shape in which a script says a whole result by itself. */
  private static boolean isResult(ObjectNode object) {
    return object.path("content").isArray() && object.has("isError");
  }

  /**
   * Whether a script means yes, which clients may be told by true or false only: jq's {@code --arg}
   * makes texts of both.
   */
  private static boolean isTrue(JsonNode said) {
    boolean isNo = said.isNull() || said.isNumber() && said.asDouble() == 0;
    return said.isBoolean()
        ? said.booleanValue()
        : !isNo && !NO.contains(said.asString("yes").toLowerCase(Locale.ROOT));
  }

  private static boolean isError(ObjectNode object) {
    return object.path("code").isInt() && object.path("message").isString();
  }

  private static JsonRpcError error(ObjectNode object) {
    JsonNode data = object.path("data");
    return JsonRpcError.ofScript(
        object.get("code").intValue(),
        object.get("message").stringValue(),
        data.isNull() ? MissingNode.getInstance() : data);
  }

  private static JsonRpcError refusal(byte[] file) {
    Optional<JsonNode> wanted = parse(file);
    if (wanted.isPresent() && wanted.get() instanceof ObjectNode object && isError(object)) {
      return error(object);
    }
    String raw = new String(file, StandardCharsets.UTF_8);
    return new JsonRpcError(
        ErrorCode.INTERNAL_ERROR,
        "Tool failed",
        JsonNodeFactory.instance.stringNode(raw.substring(0, Math.min(raw.length(), QUOTED))));
  }

  private static ObjectNode with(ObjectNode result, List<ObjectNode> embedded) {
    if (!embedded.isEmpty()) {
      ((ArrayNode) result.get("content")).addAll(embedded);
    }
    return result;
  }

  /** With the exit code and the end of the error output under {@code _meta}. */
  private ObjectNode signed(ObjectNode result) {
    ObjectNode meta =
        result.path(MetaKey.META) instanceof ObjectNode brought ? brought : Json.object();
    UiExtension.rename(meta);
    meta.put("exitCode", outcome.shellCode());
    String tail = stderr();
    if (!tail.isEmpty()) {
      meta.put("stderr", tail);
    }
    result.set(MetaKey.META, meta);
    return result;
  }

  private String stderr() {
    return settings.tail(outcome.stderr());
  }

  /** A whole error result that the script has printed, and then gone on to print other JSON. */
  private static Optional<JsonNode> errorBeforeMore(byte[] bytes) {
    if (!Json.mayBe(bytes)) {
      return Optional.empty();
    }
    try {
      return Json.firstOfPrinted(bytes)
          .filter(
              first ->
                  first instanceof ObjectNode object
                      && isResult(object)
                      && isTrue(object.get(CallToolResult.IS_ERROR)));
    } catch (JsonException e) {
      return Optional.empty(); // text, then
    }
  }

  private static Optional<JsonNode> parse(byte[] bytes) {
    if (!Json.mayBe(bytes)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.parsePrinted(bytes));
    } catch (JsonException e) {
      return Optional.empty(); // text, then
    }
  }
}
