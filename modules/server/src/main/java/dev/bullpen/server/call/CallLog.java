package dev.bullpen.server.call;

import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.project.uri.LoggedUri;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.server.log.Sparingly;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of the log for each call of a tool, prompt, resource or completion that did not succeed:
 * which, why, after how long, and the end of its script's error output. No values of arguments.
 */
public final class CallLog {
  private static final Logger LOG = System.getLogger("bullpen.calls");

  private static final int MOST_OF_NAME = 100;
  private static final int MOST_OF_DETAIL = 1000;
  private static final int STDERR_BYTES = 1000;

  private static final Map<String, String> KINDS =
      Map.of(
          Methods.TOOLS_CALL, "tool",
          Methods.PROMPTS_GET, "prompt",
          Methods.RESOURCES_READ, "resource",
          Methods.SUBSCRIBE, "resource",
          Methods.COMPLETE, "completion");

  /** What the client can do otherwise. */
  private static final Map<Integer, String> CLIENTS_FAULT =
      Map.of(
          ErrorCode.INVALID_PARAMS, "invalid-params",
          ErrorCode.RESOURCE_NOT_FOUND, "not-found",
          ErrorCode.MISSING_CLIENT_CAPABILITY, "client-cannot",
          ErrorCode.METHOD_NOT_FOUND, "not-found");

  private static final Set<String> CLIENTS_REASONS = Set.of("invalid-arguments");

  /** A client that loops is refused by the thousand. */
  private final Sparingly refusals = new Sparingly();

  /**
   * A call has been answered.
   *
   * @param message the whole answer
   */
  void answered(Call call, ObjectNode message) {
    String kind = KINDS.get(call.method());
    JsonNode error = message.path("error");
    boolean failed = error.isObject() || message.at("/result/isError").booleanValue(false);
    if (kind == null || !failed) {
      return;
    }
    Trouble trouble = call.trouble().orElseGet(() -> ofAnswer(message));
    long millis = Duration.ofNanos(System.nanoTime() - call.since()).toMillis();
    String what = "%s %s".formatted(kind, name(call));
    if (error.path("code").intValue(0) == ErrorCode.RATE_LIMITED) {
      refusals.log(LOG, Level.WARNING, "%s refused: %s".formatted(what, trouble.detail()));
    } else {
      LOG.log(level(trouble, error), event(call, what, trouble, millis));
    }
  }

  void cancelled(Call call) {
    if (KINDS.containsKey(call.method())) {
      LOG.log(Level.DEBUG, "{0} {1} cancelled", KINDS.get(call.method()), name(call));
    }
  }

  private static Level level(Trouble trouble, JsonNode error) {
    boolean clients =
        CLIENTS_REASONS.contains(trouble.reason())
            || CLIENTS_FAULT.containsKey(error.path("code").intValue(0));
    return clients ? Level.INFO : Level.WARNING;
  }

  private static Trouble ofAnswer(ObjectNode message) {
    JsonNode error = message.path("error");
    String reason =
        error
            .at("/data/reason")
            .stringValue(message.at("/result/_meta/reason").stringValue("error-result"));
    if (error.isMissingNode()) {
      return Trouble.of(reason, "");
    }
    String word = CLIENTS_FAULT.getOrDefault(error.path("code").intValue(0), "internal-error");
    return Trouble.of(
        error.at("/data/reason").stringValue(word), error.path("message").stringValue(""));
  }

  private static LogEvent event(Call call, String what, Trouble trouble, long millis) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("method", call.method());
    details.put("name", name(call));
    details.put("reason", trouble.reason());
    trouble.exitCode().ifPresent(code -> details.put("exitCode", code));
    trouble.signal().ifPresent(signal -> details.put("signal", signal));
    details.put("ms", millis);
    StringBuilder line = new StringBuilder(what);
    line.append(" failed after ").append(millis).append(" ms: ").append(trouble.reason());
    String detail = cut(trouble.detail());
    if (!detail.isEmpty()) {
      details.put("detail", detail);
      line.append(", ").append(detail);
    }
    String stderr = end(trouble.stderr());
    if (!stderr.isEmpty()) {
      details.put("stderr", stderr);
      line.append("; stderr: ").append(stderr);
    }
    return new LogEvent(line.toString(), details);
  }

  private static String cut(String detail) {
    String text = detail.strip();
    return text.length() <= MOST_OF_DETAIL ? text : text.substring(0, MOST_OF_DETAIL) + "...";
  }

  /** The last bytes; of a character that is cut nothing. */
  private static String end(byte[] stderr) {
    int from = Math.max(0, stderr.length - STDERR_BYTES);
    while (from > 0 && from < stderr.length && (stderr[from] & 0xc0) == 0x80) {
      from++;
    }
    String text = new String(stderr, from, stderr.length - from, StandardCharsets.UTF_8).strip();
    return from == 0 ? text : "..." + text;
  }

  /** What was called, as the client names it; of a URI nothing that may be a key. */
  private static String name(Call call) {
    JsonNode params = call.params();
    JsonNode named = call.method().equals(Methods.COMPLETE) ? params.path("ref") : params;
    String name =
        Optional.ofNullable(named.path("uri").stringValue(null))
            .map(LoggedUri::of)
            .orElseGet(() -> named.path("name").stringValue("?"));
    return Shown.of(name, MOST_OF_NAME);
  }
}
