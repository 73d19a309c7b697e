package dev.bullpen.server.call;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.project.uri.UriSyntax;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.server.log.Sparingly;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of the log for each request that did not succeed: which, why, after how long, and the end
 * of its script's error output. No values of arguments.
 */
public final class CallLog {
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
          ErrorCode.INVALID_REQUEST, "invalid-request",
          ErrorCode.NOT_INITIALIZED, "not-initialized",
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, "unsupported-version",
          ErrorCode.INVALID_PARAMS, "invalid-params",
          ErrorCode.RESOURCE_NOT_FOUND, "not-found",
          ErrorCode.MISSING_CLIENT_CAPABILITY, "client-cannot",
          ErrorCode.METHOD_NOT_FOUND, "not-found");

  private static final Set<String> CLIENTS_REASONS =
      Set.of("invalid-arguments", Trouble.CLIENT_CANNOT, Trouble.UNANSWERED);

  private static final String RATE_LIMITED = "rate-limited";

  private final Logger log;

  /** A client that loops is refused by the thousand. */
  private final Sparingly refusals = new Sparingly();

  /** The same of messages that are no requests, or of methods that it should not ask for. */
  private final Sparingly invalid = new Sparingly();

  public CallLog() {
    this(System.getLogger("bullpen.calls"));
  }

  CallLog(Logger log) {
    this.log = log;
  }

  void answered(Call call, ObjectNode message) {
    JsonNode error = message.path("error");
    if (!error.isObject() && !message.at("/result/isError").booleanValue(false)) {
      return;
    }
    Trouble trouble = call.trouble().orElseGet(() -> ofAnswer(message));
    int code = error.path("code").intValue(0);
    if (code == ErrorCode.RATE_LIMITED && !trouble.reason().equals(Trouble.UNCHECKED)) {
      refusals.log(log, Level.WARNING, event(call, trouble));
    } else if (CLIENTS_FAULT.containsKey(code) && !KINDS.containsKey(call.method())) {
      invalid.log(log, Level.INFO, event(call, trouble));
    } else {
      log.log(level(trouble.reason(), code), event(call, trouble));
    }
  }

  void failedUnheard(Call asked, Trouble trouble) {
    log.log(level(trouble.reason(), 0), event(asked, trouble));
  }

  void refused(String what, JsonRpcError error) {
    Trouble trouble = Trouble.of(word(error.code()), error.message());
    invalid.log(log, Level.INFO, event(what, new LinkedHashMap<>(), trouble, 0));
  }

  void cancelled(Call call) {
    log.log(Level.DEBUG, "{0} cancelled", what(call));
  }

  private static Level level(String reason, int code) {
    boolean clients = CLIENTS_REASONS.contains(reason) || CLIENTS_FAULT.containsKey(code);
    return clients ? Level.INFO : Level.WARNING;
  }

  private static String word(int code) {
    return code == ErrorCode.RATE_LIMITED
        ? RATE_LIMITED
        : CLIENTS_FAULT.getOrDefault(code, "internal-error");
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
    String word = word(error.path("code").intValue(0));
    return Trouble.of(
        error.at("/data/reason").stringValue(word), error.path("message").stringValue(""));
  }

  private static LogEvent event(Call call, Trouble trouble) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("method", Shown.of(call.method(), MOST_OF_NAME));
    if (KINDS.containsKey(call.method())) {
      details.put("name", name(call));
    }
    long millis = Duration.ofNanos(System.nanoTime() - call.since()).toMillis();
    return event(what(call), details, trouble, millis);
  }

  private static LogEvent event(
      String what, Map<String, Object> details, Trouble trouble, long millis) {
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
    String first = TextCut.first(text, MOST_OF_DETAIL);
    return first.length() == text.length() ? text : first + "...";
  }

  private static String end(byte[] stderr) {
    String text = TextCut.last(stderr, STDERR_BYTES).strip();
    return stderr.length <= STDERR_BYTES ? text : "..." + text;
  }

  private static String what(Call call) {
    String kind = KINDS.get(call.method());
    return kind == null
        ? "request " + Shown.of(call.method(), MOST_OF_NAME)
        : kind + " " + name(call);
  }

  /** What was called, as the client names it; of a URI nothing that may be a key. */
  private static String name(Call call) {
    JsonNode params = call.params();
    JsonNode named = call.method().equals(Methods.COMPLETE) ? params.path("ref") : params;
    String name =
        Optional.ofNullable(named.path("uri").stringValue(null))
            .map(UriSyntax::logged)
            .orElseGet(() -> named.path("name").stringValue("?"));
    return Shown.of(name, MOST_OF_NAME);
  }
}
