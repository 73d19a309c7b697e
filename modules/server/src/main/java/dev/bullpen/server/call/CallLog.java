package dev.bullpen.server.call;

import dev.bullpen.json.TextCut;
import dev.bullpen.posix.log.LogEvent;
import dev.bullpen.posix.log.Shown;
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

/**
 * A line of the log for each request that did not succeed: which, why, after how long, and the end
 * of its script's error output. No values of arguments.
 */
public final class CallLog implements CallObserver {
  private static final int MOST_OF_NAME = 100;
  private static final int MOST_OF_DETAIL = 1000;
  private static final int STDERR_BYTES = 1000;

  private static final Set<String> CLIENTS_REASONS =
      Set.of("invalid-arguments", Trouble.CLIENT_CANNOT, Trouble.UNANSWERED);

  private final Logger log;

  /** A client in a loop may be refused thousands of times. */
  private final Sparingly refusals = new Sparingly();

  /** The same for messages that are no requests, and for methods that it should not call. */
  private final Sparingly invalid = new Sparingly();

  public CallLog() {
    this(System.getLogger("bullpen.calls"));
  }

  CallLog(Logger log) {
    this.log = log;
  }

  @Override
  public void ended(EndedCall ended) {
    Call call = ended.call();
    if (ended.outcome() == EndedCall.Outcome.CANCELLED) {
      log.log(Level.DEBUG, "{0} cancelled", what(call));
    }
    if (ended.trouble().isEmpty() || call.isLogged()) {
      return;
    }
    Trouble trouble = ended.trouble().get();
    int code = ended.code();
    LogEvent event = event(call, trouble);
    if (code == ErrorCode.RATE_LIMITED && !trouble.reason().equals(Trouble.UNCHECKED)) {
      refusals.log(log, Level.WARNING, event);
    } else if (EndedCall.CLIENTS_FAULT.containsKey(code)
        && CalledName.kind(call.method()).isEmpty()) {
      invalid.log(log, Level.INFO, event);
    } else {
      log.log(level(trouble.reason(), code), event);
    }
  }

  @Override
  public void failedUnheard(Call asked, Trouble trouble) {
    log.log(level(trouble.reason(), 0), event(asked, trouble));
  }

  @Override
  public void refused(String what, JsonRpcError error) {
    Trouble trouble = Trouble.of(EndedCall.word(error.code()), error.message());
    invalid.log(log, Level.INFO, event(what, new LinkedHashMap<>(), trouble, 0));
  }

  private static Level level(String reason, int code) {
    boolean clients = CLIENTS_REASONS.contains(reason) || EndedCall.CLIENTS_FAULT.containsKey(code);
    return clients ? Level.INFO : Level.WARNING;
  }

  private static LogEvent event(Call call, Trouble trouble) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("method", Shown.of(call.method(), MOST_OF_NAME));
    name(call).ifPresent(name -> details.put("name", name));
    call.traceId().ifPresent(trace -> details.put("traceId", trace));
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
    Optional.ofNullable(details.get("traceId"))
        .ifPresent(trace -> line.append(" (trace ").append(trace).append(')'));
    String detail = TextCut.dotted(trouble.detail().strip(), MOST_OF_DETAIL);
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

  private static String end(byte[] stderr) {
    String text = TextCut.last(stderr, STDERR_BYTES).strip();
    return stderr.length <= STDERR_BYTES ? text : "..." + text;
  }

  private static String what(Call call) {
    return CalledName.kind(call.method())
        .map(kind -> kind + " " + name(call).orElse("?"))
        .orElseGet(() -> "request " + Shown.of(call.method(), MOST_OF_NAME));
  }

  private static Optional<String> name(Call call) {
    return CalledName.of(call.method(), call.params()).map(name -> Shown.of(name, MOST_OF_NAME));
  }
}
