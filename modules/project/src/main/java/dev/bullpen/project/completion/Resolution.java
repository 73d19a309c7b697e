package dev.bullpen.project.completion;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How an argument is completed, if at all. */
public sealed interface Resolution {
  /**
   * By a script.
   *
   * @param match how its output is filtered and ordered; empty to use it unchanged
   */
  record Script(CompletionProvider provider, Optional<MatchMode> match) implements Resolution {}

  /**
   * From declared values.
   *
   * @param name of the prompt or template
   * @param scriptKey for cursors: {@code declared:ARGUMENT} or {@code builtin:NAME}
   * @param source where the values are; tables and {@code enum}s have been resolved
   * @param match how they are matched
   */
  record Declared(String name, String scriptKey, CompletionSource source, MatchMode match)
      implements Resolution {
    /** The values in the argument's declaration, in order; may be empty. */
    public Declared(String name, CompletionSource.Values values) {
      this(name, "builtin:" + name, values, MatchMode.FUZZY);
    }
  }

  /**
   * The reference or the argument is unknown: -32602.
   *
   * @param message for the client; the same for things that do not exist and things that are hidden
   */
  record Unknown(String message) implements Resolution {}

  /**
   * The argument is known but cannot be completed until the project is corrected: -32603.
   *
   * @param message for the client
   * @param detail for the operator, with paths and the next step
   */
  record Broken(String message, String detail) implements Resolution {}

  /**
   * A completion script.
   *
   * @param name the value of {@code MCP_COMPLETION_NAME}: the name of the prompt or resource, or
   *     the URI as sent
   * @param scriptKey identifies the script in cursors: {@code manual:PATH}, {@code prompt:PATH} or
   *     {@code resource:PATH}
   * @param command the program, by absolute path, and its arguments
   * @param timeout its own time limit, if registered; zero for no limit
   * @param environment the variables that describe the prompt or resource
   * @param cache how long its output may be reused, if registered
   * @param limits registered limits of its processes
   */
  record CompletionProvider(
      String name,
      String scriptKey,
      List<String> command,
      Optional<Duration> timeout,
      Map<String, String> environment,
      Optional<Duration> cache,
      ScriptLimits limits) {

    /** The prefix of the keys of registered scripts. */
    public static final String REGISTERED = "manual:";

    public CompletionProvider {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /**
     * Differs if the script's file, after following links, has changed. Empty if it cannot be
     * examined.
     */
    public Optional<String> stamp() {
      String stamp = FileStatus.stampBehindLinks(Path.of(command.get(command.size() - 1)));
      return stamp.equals(FileStatus.NO_STAMP) ? Optional.empty() : Optional.of(stamp);
    }
  }

  /**
   * How long completion scripts may take.
   *
   * @param registered for a registered script without its own limit
   * @param beside for a script beside its prompt or resource
   */
  record CompletionTimeouts(Duration registered, Duration beside) {
    private static final Duration UNLIMITED = Duration.ofSeconds(Members.MAX_SECONDS);

    public static CompletionTimeouts of(Map<String, String> env) {
      return new CompletionTimeouts(
          NumberSetting.COMPLETION_REGISTERED_TIMEOUT_SECS.seconds(env),
          NumberSetting.COMPLETION_TIMEOUT_SECS.seconds(env));
    }

    /** How long a script may take while a client waits for it. */
    public Duration of(CompletionProvider provider) {
      return provider
          .timeout()
          .map(own -> own.isZero() ? UNLIMITED : own)
          .orElse(
              provider.scriptKey().startsWith(CompletionProvider.REGISTERED) ? registered : beside);
    }
  }
}
