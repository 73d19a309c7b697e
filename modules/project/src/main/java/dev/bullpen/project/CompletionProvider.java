package dev.bullpen.project;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A script that completes.
 *
 * @param name what it completes, told to it as {@code MCP_COMPLETION_NAME}: a prompt's or
 *     resource's name, or the URI as sent
 * @param scriptKey which script it is, for cursors: {@code manual:PATH}, {@code prompt:PATH} or
 *     {@code resource:PATH}
 * @param command the program, by absolute path, and its arguments
 * @param timeout its own, when the registration gives one
 * @param environment what it is told beyond every completion script: the prompt or resource
 */
public record CompletionProvider(
    String name,
    String scriptKey,
    List<String> command,
    Optional<Duration> timeout,
    Map<String, String> environment) {

  /** Copies the collections. */
  public CompletionProvider {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
