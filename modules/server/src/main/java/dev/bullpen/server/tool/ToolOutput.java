package dev.bullpen.server.tool;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.json.TextCut;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
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
 * The meaning of a script's end, its output and the files it left, by the contract of mcp-bash. One
 * exception: a tool that fails without asking for a JSON-RPC error has an {@code isError} result,
 * as the specification demands (tools, error handling).
 */
final class ToolOutput {
  /** How many code points of a script's text an error repeats. */
  private static final int QUOTED = 2000;

  /** How many code points of an output show what kind of thing it is. */
  private static final int BEGINNING = 40;

  /** Texts that mean no. */
  private static final Set<String> NO = Set.of("", "false", "no", "0", "null");

  sealed interface Said {
    record Result(ObjectNode full) implements Said {}

    record Refusal(JsonRpcError error) implements Said {}

    /** The script needs something from the client, and then wants to be started again. */
    record Question(ObjectNode printed) implements Said {}
  }

  private final JobOutcome.Completed outcome;
  private final ToolSettings settings;
  private final boolean promises;
  private final byte[] stdout;
  private final Optional<JsonNode> value;

  private ToolOutput(JobOutcome.Completed outcome, ToolSettings settings, boolean promises) {
    this.outcome = outcome;
    this.settings = settings;
    this.promises = promises;
    this.stdout = ByteOrderMark.skip(outcome.stdout());
    this.value = parse(stdout);
  }

  /**
   * Read the result of a script.
   *
   * @param error what the script wrote to its error file; empty bytes for nothing
   * @param embedded resources it wants shown beside its text
   * @param promises whether the tool has an {@code outputSchema}
   */
  static Said read(
      JobOutcome.Completed outcome,
      byte[] error,
      List<ObjectNode> embedded,
      ToolSettings settings,
      boolean promises) {
    ToolOutput output = new ToolOutput(outcome, settings, promises);
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
        object.put(CallToolResult.IS_ERROR, isTrue(object.path(CallToolResult.IS_ERROR)));
        return new Said.Result(signed(with(object, embedded)));
      }
    }
    ObjectNode result = with(CallToolResult.text(Json.string(stdout)), embedded);
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
    String said = outputs();
    return new Said.Result(
        signed(
            CallToolResult.error(
                said.isBlank() ? "The tool failed with " + outcome.ending() : said)));
  }

  /** What a script printed before it failed, and then the end of its error output. */
  private String outputs() {
    String printed = new String(stdout, StandardCharsets.UTF_8);
    String tail = stderr();
    if (printed.isBlank() || tail.isBlank() || printed.contains(tail)) {
      return printed.isBlank() ? tail : printed;
    }
    return printed + (printed.endsWith("\n") ? "" : "\n") + tail;
  }

  /** Why this is only text; empty if it is JSON. */
  static Optional<String> whyUnreadable(byte[] printed) {
    byte[] stdout = ByteOrderMark.skip(printed);
    if (!Json.mayBe(stdout)) {
      return Optional.of(
          "the output is not one JSON value; it %s. Print diagnostics to stderr."
              .formatted(beginning(stdout)));
    }
    try {
      Json.parsePrinted(stdout);
      return Optional.empty();
    } catch (JsonException e) {
      return Optional.of(
          "the output is not one JSON value: %s; it %s. Print diagnostics to stderr."
              .formatted(e.getMessage(), beginning(stdout)));
    }
  }

  private static String beginning(byte[] stdout) {
    String text = new String(stdout, StandardCharsets.UTF_8).strip();
    return text.isEmpty()
        ? "is empty"
        : "begins " + Json.quoted(TextCut.first(text, BEGINNING).replace("\n", "⏎"));
  }

  /** Whether it has the form in which a script gives a whole result. */
  private boolean isResult(ObjectNode object) {
    return CallToolResult.hasContent(object)
        && (object.has(CallToolResult.IS_ERROR) || isResultWithoutError(object));
  }

  /**
   * Whether it is a whole result without an error. If the tool has an {@code outputSchema}, an
   * object without structured content is a structured value, even if it looks like a result.
   */
  private boolean isResultWithoutError(ObjectNode object) {
    return CallToolResult.isOfBlocks(object)
        && (!promises || object.has(CallToolResult.STRUCTURED));
  }

  /**
   * Whether a script means yes. Clients may get only true or false, but jq's {@code --arg} makes
   * texts of both.
   */
  private static boolean isTrue(JsonNode said) {
    boolean isNo = said.isMissingNode() || said.isNull() || said.isNumber() && said.asDouble() == 0;
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

  private static JsonRpcError refusal(byte[] written) {
    byte[] file = ByteOrderMark.skip(written);
    Optional<JsonNode> wanted = whole(file);
    if (wanted.isPresent() && wanted.get() instanceof ObjectNode object && isError(object)) {
      return error(object);
    }
    String raw = new String(file, StandardCharsets.UTF_8);
    return new JsonRpcError(
        ErrorCode.INTERNAL_ERROR,
        "Tool failed",
        JsonNodeFactory.instance.stringNode(TextCut.first(raw, QUOTED)));
  }

  private static ObjectNode with(ObjectNode result, List<ObjectNode> embedded) {
    if (!embedded.isEmpty()) {
      ((ArrayNode) result.get("content")).addAll(embedded);
    }
    return result;
  }

  /** With the exit code and the end of the error output under {@code _meta}. */
  private ObjectNode signed(ObjectNode result) {
    ObjectNode meta = ToolFailures.meta(result);
    UiExtension.rename(meta);
    meta.put("exitCode", outcome.shellCode());
    return ToolFailures.withStderr(result, stderr());
  }

  private String stderr() {
    return settings.tail(outcome.stderr());
  }

  /** Empty if it is text. A whole error result counts, even if the script prints more after it. */
  private static Optional<JsonNode> parse(byte[] bytes) {
    Optional<JsonNode> whole = whole(bytes);
    return whole.isPresent() || !Json.mayBe(bytes) ? whole : errorBeforeMore(bytes);
  }

  private static Optional<JsonNode> whole(byte[] bytes) {
    try {
      return Json.mayBe(bytes) ? Optional.of(Json.parsePrinted(bytes)) : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> errorBeforeMore(byte[] bytes) {
    try {
      return Json.firstOfPrinted(bytes)
          .filter(
              first ->
                  first instanceof ObjectNode object
                      && CallToolResult.hasContent(object)
                      && isTrue(object.path(CallToolResult.IS_ERROR)));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }
}
