package dev.bullpen.server.tool;

import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.method.Notice;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.RateLimit;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A script's log lines on their way to the client: those as serious as the client wants, none for a
 * modern request that does not ask for any, and no more than the call's budget allows.
 */
final class LogRelay {
  private final RateLimit budget;

  LogRelay(int perMinute) {
    this.budget = RateLimit.perMinute(perMinute, System.nanoTime());
  }

  /**
   * Pass on what the script said, or not.
   *
   * @param params of its notification; an unknown level counts as {@code info}
   */
  void take(Call call, JsonNode params) {
    LogLevel level =
        Optional.of(params.path("level"))
            .filter(JsonNode::isString)
            .flatMap(word -> LogLevel.of(word.stringValue().toLowerCase(Locale.ROOT)))
            .orElse(LogLevel.INFO);
    boolean wanted = call.logLevel().filter(level::isAtLeast).isPresent();
    if (wanted && params.has("data") && budget.take(System.nanoTime()) == 0) {
      Optional<String> logger =
          Optional.of(params.path("logger")).filter(JsonNode::isString).map(JsonNode::stringValue);
      call.tell(Notice.log(level, logger, params.get("data")));
    }
  }
}
