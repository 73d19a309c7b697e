package dev.bullpen.project.completion;

import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.setting.NumberSetting;
import java.time.Duration;
import java.util.Map;

/**
 * How long completion scripts may take.
 *
 * @param registered of a registered one that names no time
 * @param beside of one that lies beside what it completes
 */
public record CompletionTimeouts(Duration registered, Duration beside) {
  private static final int REGISTERED_SECONDS = 30;

  /** The user is typing. */
  private static final int BESIDE_SECONDS = 5;

  /** What stands for no limit: no client waits longer. */
  private static final Duration UNLIMITED = Duration.ofSeconds(Members.MAX_SECONDS);

  /** Those of an environment. */
  public static CompletionTimeouts of(Map<String, String> env) {
    return new CompletionTimeouts(
        Duration.ofSeconds(
            NumberSetting.COMPLETION_REGISTERED_TIMEOUT_SECS.of(env, REGISTERED_SECONDS)),
        Duration.ofSeconds(NumberSetting.COMPLETION_TIMEOUT_SECS.of(env, BESIDE_SECONDS)));
  }

  /** How long a script may take if the client waits for it. */
  public Duration of(CompletionProvider provider) {
    return provider
        .timeout()
        .map(own -> own.isZero() ? UNLIMITED : own)
        .orElse(provider.isRegistered() ? registered : beside);
  }
}
