package dev.bullpen.server.log;

import dev.bullpen.protocol.LogLevel;
import java.util.Locale;
import java.util.Map;

/** From how serious on a legacy client sees log lines before it chooses (contract of mcp-bash). */
public final class FirstLogLevel {
  private FirstLogLevel() {}

  public static LogLevel of(Map<String, String> environment) {
    String chosen =
        environment
            .getOrDefault(
                "MCPBASH_LOG_LEVEL", environment.getOrDefault("MCPBASH_LOG_LEVEL_DEFAULT", ""))
            .toLowerCase(Locale.ROOT);
    return switch (chosen) {
      case "true", "1" -> LogLevel.DEBUG;
      default -> LogLevel.of(chosen).orElse(LogLevel.INFO);
    };
  }
}
