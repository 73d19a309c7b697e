package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.program.NoProgramException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Results that say why there is no better one, for a model to act on. */
final class ToolFailures {
  /** The exit code of timeout(1), which mcp-bash reports. */
  private static final int TIMED_OUT = 124;

  /** See {@code docs/operator/troubleshooting.md}. */
  static final String NO_VARIABLE = "missing-variable";

  private static final int MEBIBYTE = 1024 * 1024;

  /** What a project's author can do, if the metadata does not say what the caller can do. */
  private static final String RAISE =
      ". Raise \"timeoutSecs\" in its tool.meta.json if it needs longer.";

  private ToolFailures() {}

  /**
   * The tool's job has no result.
   *
   * @param hint the author's advice about a timeout
   */
  static ObjectNode of(
      JobOutcome.Failed failed, ToolClock clock, Optional<String> hint, ToolSettings settings) {
    String stderr = settings.tail(failed.stderr());
    return switch (failed.reason()) {
      case TIMEOUT -> timeout(clock, hint, stderr);
      case CPU_LIMIT, FILE_LIMIT ->
          withStderr(because(failed, "The tool was ended: " + failed.detail()), stderr);
      case LIMIT_NOT_SET, INPUT_LIMIT ->
          because(failed, "The tool was not started: " + failed.detail());
      case OUTPUT_LIMIT ->
          tooLong(failed, settings.output().bytes(), "", "MCPBASH_MAX_TOOL_OUTPUT_SIZE");
      case STDERR_LIMIT ->
          tooLong(
              failed,
              settings.output().stderrBytes(),
              " of error output",
              "MCPBASH_MAX_TOOL_STDERR_SIZE");
      default -> because(failed, "The tool has no result: " + failed.sentence());
    };
  }

  private static ObjectNode timeout(ToolClock clock, Optional<String> hint, String stderr) {
    String reason = clock.reason();
    long seconds = clock.timeout().toSeconds();
    String message =
        switch (reason) {
          case "idle" -> "Tool timed out after %ds (no progress reported)".formatted(seconds);
          case "max_exceeded" ->
              "Tool exceeded maximum runtime of %ds".formatted(clock.max().toSeconds());
          default -> "Tool timed out after %ds".formatted(seconds);
        };
    if (hint.isPresent()) {
      message += "\n\nSuggestion: " + hint.get();
    } else if (!reason.equals("max_exceeded")) {
      message += RAISE;
    }
    ObjectNode error = Json.object();
    error.put("type", "timeout").put("message", message).put("timeoutSecs", seconds);
    error.put("reason", reason).put("exitCode", TIMED_OUT);
    if (clock.progressExtends()) {
      error.put("progressExtendsTimeout", true).put("maxTimeoutSecs", clock.max().toSeconds());
    }
    hint.ifPresent(text -> error.put("hint", text));
    ObjectNode result = CallToolResult.error(message);
    ObjectNode structured = Json.object().put("success", false);
    structured.set("error", error);
    result.set(CallToolResult.STRUCTURED, structured);
    meta(result).put("exitCode", TIMED_OUT).put("reason", FailureReason.TIMEOUT.word());
    return withStderr(result, stderr);
  }

  private static ObjectNode tooLong(
      JobOutcome.Failed failed, int most, String ofWhat, String setting) {
    String size = most % MEBIBYTE == 0 ? most / MEBIBYTE + " MiB" : most + " bytes";
    return because(
        failed,
        "The tool's output is too long: it wrote more than %s%s (%s)."
            .formatted(size, ofWhat, setting));
  }

  /** There is no program to run. A model that has written it can correct it. */
  static ObjectNode notStarted(NoProgramException e) {
    return because(
        e.reason(),
        e.complaints().isEmpty()
            ? "The tool was not started: " + e.sentence()
            : "The tool's source does not compile:\n" + e.complaints());
  }

  /** A variable that the tool needs is not in the server's environment. */
  static ObjectNode noVariable(String sentence) {
    return because(NO_VARIABLE, sentence);
  }

  static ObjectNode invalidArguments(String objection) {
    return CallToolResult.error("The arguments do not fit the tool's inputSchema:\n" + objection);
  }

  /**
   * The tool has reported success, but its result is not what it has declared.
   *
   * @param full the result, of which only {@code _meta} is kept
   */
  static ObjectNode notPromised(ObjectNode full, String objection) {
    ObjectNode result =
        CallToolResult.error("The tool's result does not fit its outputSchema:\n" + objection);
    JsonNode meta = full.path(MetaKey.META);
    if (meta.isObject()) {
      result.set(MetaKey.META, meta);
    }
    return result;
  }

  private static ObjectNode because(JobOutcome.Failed failed, String sentence) {
    return because(failed.reason().word(), sentence);
  }

  private static ObjectNode because(String reason, String sentence) {
    ObjectNode result = CallToolResult.error(sentence);
    meta(result).put("reason", reason);
    return result;
  }

  /** The {@code _meta} of a result; added if it has none. */
  static ObjectNode meta(ObjectNode result) {
    if (!(result.path(MetaKey.META) instanceof ObjectNode)) {
      result.set(MetaKey.META, Json.object());
    }
    return (ObjectNode) result.get(MetaKey.META);
  }

  static ObjectNode withStderr(ObjectNode result, String stderr) {
    if (!stderr.isEmpty()) {
      meta(result).put("stderr", stderr);
    }
    return result;
  }

  /** Why the arguments, or the result, do not fit the tool's schema; empty if they do. */
  static Optional<String> objection(SchemaChecks.Verdict verdict) {
    if (verdict instanceof SchemaChecks.Verdict.Unusable unusable) {
      return Optional.of("the schema cannot be used: " + unusable.reason());
    }
    SchemaChecks.Verdict.Checked checked = (SchemaChecks.Verdict.Checked) verdict;
    return checked.violations().isEmpty()
        ? Optional.empty()
        : Optional.of(
            checked.violations().stream()
                .map(violation -> "- " + violation.message())
                .collect(Collectors.joining("\n")));
  }

  static JsonRpcError unchecked(String what, Duration waited) {
    return JsonRpcError.rateLimited(
        "The tool's %s could not be checked within %ds, because other checks take long; call again in a moment"
            .formatted(what, waited.toSeconds()));
  }
}
