package dev.bullpen.server.log;

import dev.bullpen.protocol.LogLevel;
import java.util.Locale;
import java.util.Map;

/**
 * From how serious on a legacy client sees log lines before it chooses (contract of mcp-bash).
 * Empty is not set.
 */
public final class FirstLogLevel {
  private FirstLogLevel() {}

  public static LogLevel of(Map<String, String> environment) {
    String level = environment.getOrDefault("MCPBASH_LOG_LEVEL", "");
    String chosen =
        level.isEmpty() ? environment.getOrDefault("MCPBASH_LOG_LEVEL_DEFAULT", "") : level;
    String word = chosen.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true", "1" -> LogLevel.DEBUG;
      default -> LogLevel.of(word).orElse(LogLevel.INFO);
    };
  }
}
