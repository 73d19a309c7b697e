package dev.bullpen.launcher;

import java.util.HashMap;
import java.util.Map;

/**
 * The locale that the command was started with. Where that has no letters but ASCII the start
 * script gives the JVM another, so that every file's name can be read; scripts get what the user
 * has set.
 */
final class GivenLocale {
  /** What LC_ALL was before the start script changed it, empty if it was not set. */
  private static final String PROPERTY = "bullpen.locale";

  private static final String VARIABLE = "LC_ALL";

  private GivenLocale() {}

  /** The environment as the user has set it. */
  static Map<String, String> restore(Map<String, String> environment) {
    return restore(environment, System.getProperty(PROPERTY));
  }

  /**
   * @param given what LC_ALL was, empty if it was not set; null if it was not changed
   */
  static Map<String, String> restore(Map<String, String> environment, String given) {
    if (given == null) {
      return environment;
    }
    Map<String, String> restored = new HashMap<>(environment);
    restored.remove(VARIABLE);
    if (!given.isEmpty()) {
      restored.put(VARIABLE, given);
    }
    return restored;
  }
}
