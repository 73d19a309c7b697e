package dev.bullpen.project.completion;

import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What completes an argument, if anything does. */
public sealed interface Resolution {
  /**
   * A script does.
   *
   * @param match how its output is filtered and ordered; empty to take it as it is
   */
  record Script(CompletionProvider provider, Optional<MatchMode> match) implements Resolution {}

  /**
   * Declared values do.
   *
   * @param name of the prompt or template
   * @param scriptKey for cursors: {@code declared:ARGUMENT} or {@code builtin:NAME}
   * @param source where they are: no table and no {@code enum}, which have been looked up
   * @param match how loosely they may fit
   */
  record Declared(String name, String scriptKey, CompletionSource source, MatchMode match)
      implements Resolution {
    /** What the declaration of the argument offers, in its order; possibly nothing. */
    public Declared(String name, CompletionSource.Values values) {
      this(name, "builtin:" + name, values, MatchMode.FUZZY);
    }
  }

  /**
   * The reference or the argument is unknown: -32602.
   *
   * @param message fit for the client; the same whether a thing does not exist or is not shown
   */
  record Unknown(String message) implements Resolution {}

  /**
   * It is known but cannot be completed until the project is mended: -32603.
   *
   * @param message fit for the client
   * @param detail for the operator, with paths and the next step
   */
  record Broken(String message, String detail) implements Resolution {}

  /**
   * A script that completes.
   *
   * @param name what it completes, in {@code MCP_COMPLETION_NAME}: a prompt's or resource's name,
   *     or the URI as sent
   * @param scriptKey which script it is, for cursors: {@code manual:PATH}, {@code prompt:PATH} or
   *     {@code resource:PATH}
   * @param command the program, by absolute path, and its arguments
   * @param timeout its own, when the registration gives one; zero for no limit
   * @param environment the variables that describe the prompt or resource to it
   * @param cache for how long its output may be used again, when the registration says so
   * @param limits what its processes may use, as the registration says
   */
  record CompletionProvider(
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

    /**
     * Differs when the script's file, links followed, has changed. Empty if it cannot be examined.
     */
    public Optional<String> stamp() {
      String stamp = FileStamp.ofTarget(Path.of(command.get(command.size() - 1)));
      return stamp.equals(FileStamp.NONE) ? Optional.empty() : Optional.of(stamp);
    }
  }

  /**
   * How long completion scripts may take.
   *
   * @param registered of a registered one that names no time
   * @param beside of one that lies beside what it completes
   */
  record CompletionTimeouts(Duration registered, Duration beside) {
    private static final Duration UNLIMITED = Duration.ofSeconds(Members.MAX_SECONDS);

    public static CompletionTimeouts of(Map<String, String> env) {
      return new CompletionTimeouts(
          NumberSetting.COMPLETION_REGISTERED_TIMEOUT_SECS.seconds(env),
          NumberSetting.COMPLETION_TIMEOUT_SECS.seconds(env));
    }

    /** How long a script may take if the client waits for it. */
    public Duration of(CompletionProvider provider) {
      return provider
          .timeout()
          .map(own -> own.isZero() ? UNLIMITED : own)
          .orElse(
              provider.scriptKey().startsWith(CompletionProvider.REGISTERED) ? registered : beside);
    }
  }
}
