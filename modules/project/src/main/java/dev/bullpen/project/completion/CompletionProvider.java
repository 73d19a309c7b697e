package dev.bullpen.project.completion;

import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.file.Path;
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
 * @param timeout its own, when the registration gives one; zero for no limit
 * @param environment what it is told beyond every completion script: the prompt or resource
 * @param cache for how long what it says may be said again, when the registration says so
 * @param limits what its processes may use, as the registration says
 */
public record CompletionProvider(
    String name,
    String scriptKey,
    List<String> command,
    Optional<Duration> timeout,
    Map<String, String> environment,
    Optional<Duration> cache,
    ScriptLimits limits) {

  /** What the keys of registered scripts begin with. */
  public static final String REGISTERED = "manual:";

  public CompletionProvider {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** One whose answers are not kept. */
  public CompletionProvider(
      String name,
      String scriptKey,
      List<String> command,
      Optional<Duration> timeout,
      Map<String, String> environment) {
    this(name, scriptKey, command, timeout, environment, Optional.empty());
  }

  public CompletionProvider(
      String name,
      String scriptKey,
      List<String> command,
      Optional<Duration> timeout,
      Map<String, String> environment,
      Optional<Duration> cache) {
    this(name, scriptKey, command, timeout, environment, cache, ScriptLimits.NONE);
  }

  /** Whether it is registered, and does not lie beside what it completes. */
  boolean isRegistered() {
    return scriptKey.startsWith(REGISTERED);
  }

  /**
   * What tells the script as it is now from the script as it was; looks at the file, behind links.
   * Empty if it cannot be looked at.
   */
  public Optional<String> stamp() {
    String stamp = FileStamp.ofTarget(Path.of(command.get(command.size() - 1)));
    return stamp.equals(FileStamp.NONE) ? Optional.empty() : Optional.of(stamp);
  }
}
