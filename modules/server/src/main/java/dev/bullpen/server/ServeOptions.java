package dev.bullpen.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of one serving process.
 *
 * @param project the project's root
 * @param home the distribution
 * @param workers helpers kept warm
 * @param maxWorkers helpers there may be
 * @param grace between TERM and KILL when a completion script is ended
 * @param maxLineBytes the longest line of input served
 * @param completionRate completions accepted per second, over time
 * @param environment the server's environment
 */
public record ServeOptions(
    Path project,
    Path home,
    int workers,
    int maxWorkers,
    Duration grace,
    int maxLineBytes,
    int completionRate,
    Map<String, String> environment) {
  public ServeOptions {
    environment = Map.copyOf(environment);
  }
}
