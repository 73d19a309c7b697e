package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.method.CallToolResult;
import dev.bullpen.server.program.ProgramFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Results that say why there is no better one, for a model to act on. */
final class ToolFailures {
  /** What timeout(1) exits with, and mcp-bash reports. */
  private static final int TIMED_OUT = 124;

  private static final int MEBIBYTE = 1024 * 1024;

  /** What a project's author can do, where the author has not said what the caller can. */
  private static final String RAISE =
      ". Raise \"timeoutSecs\" in its tool.meta.json if it needs longer.";

  private ToolFailures() {}

  static ObjectNode timeout(ToolClock clock, Optional<String> hint, String stderr) {
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
    if (clock.isExtending()) {
      error.put("progressExtendsTimeout", true).put("maxTimeoutSecs", clock.max().toSeconds());
    }
    hint.ifPresent(text -> error.put("hint", text));
    ObjectNode structured = Json.object().put("success", false);
    structured.set("error", error);
    ObjectNode result = CallToolResult.error(message);
    result.set("structuredContent", structured);
    ObjectNode meta =
        Json.object().put("exitCode", TIMED_OUT).put("reason", FailureReason.TIMEOUT.word());
    if (!stderr.isEmpty()) {
      meta.put("stderr", stderr);
    }
    result.set(MetaKey.META, meta);
    return result;
  }

  /** The arguments, or the result, are not what the tool's schema says; empty if they are. */
  static Optional<String> objection(SchemaChecks.Verdict verdict) {
    if (verdict instanceof SchemaChecks.Verdict.Unusable unusable) {
      return Optional.of("the schema cannot be used: " + unusable.reason());
    }
    SchemaChecks.Verdict.Checked checked = (SchemaChecks.Verdict.Checked) verdict;
    if (checked.violations().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        checked.violations().stream()
            .map(violation -> "- " + violation.message())
            .collect(Collectors.joining("\n")));
  }

  static JsonRpcError unchecked(String what, Duration waited) {
    return JsonRpcError.rateLimited(
        "The tool's %s could not be checked within %ds, because other checks take long; call again in a moment"
            .formatted(what, waited.toSeconds()));
  }

  /** There is no program to run; a model that has written it can mend it. */
  static ObjectNode notStarted(ProgramFailure failure) {
    return because(
        failure.reason(),
        failure.complaints().isEmpty()
            ? "The tool was not started: " + failure.sentence()
            : "The tool's source does not compile:\n" + failure.complaints());
  }

  static ObjectNode tooLong(JobOutcome.Failed failed, ToolSettings settings) {
    boolean isOutput = failed.reason() == FailureReason.OUTPUT_LIMIT;
    return because(
        failed.reason().word(),
        "The tool's output is too long: it wrote more than %s (%s)."
            .formatted(
                isOutput
                    ? size(settings.output().bytes())
                    : size(settings.output().stderrBytes()) + " of error output",
                isOutput ? "MCPBASH_MAX_TOOL_OUTPUT_SIZE" : "MCPBASH_MAX_TOOL_STDERR_SIZE"));
  }

  private static String size(int bytes) {
    return bytes % MEBIBYTE == 0 ? bytes / MEBIBYTE + " MiB" : bytes + " bytes";
  }

  static ObjectNode beyondLimit(JobOutcome.Failed failed, String stderr) {
    ObjectNode result = because(failed.reason().word(), "The tool was ended: " + failed.detail());
    if (!stderr.isEmpty()) {
      ((ObjectNode) result.get(MetaKey.META)).put("stderr", stderr);
    }
    return result;
  }

  /** It has not run, and the client may be able to change that. */
  static ObjectNode notStarted(JobOutcome.Failed failed) {
    return because(failed.reason().word(), "The tool was not started: " + failed.detail());
  }

  static void tellLimits(ObjectNode result, ScriptLimits limits) {
    ObjectNode meta =
        result.path(MetaKey.META) instanceof ObjectNode brought ? brought : Json.object();
    meta.set("limits", limits.json());
    result.set(MetaKey.META, meta);
  }

  static ObjectNode noResult(JobOutcome.Failed failed) {
    return because(failed.reason().word(), "The tool has no result: " + failed.sentence());
  }

  private static ObjectNode because(String reason, String sentence) {
    ObjectNode result = CallToolResult.error(sentence);
    result.set(MetaKey.META, Json.object().put("reason", reason));
    return result;
  }

  static ObjectNode invalidArguments(String objection) {
    return CallToolResult.error("The arguments do not fit the tool's inputSchema:\n" + objection);
  }

  /**
   * The tool has succeeded by its own account, and its result is not what it has declared.
   *
   * @param full the result, of which only what is told under {@code _meta} is kept
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
}
