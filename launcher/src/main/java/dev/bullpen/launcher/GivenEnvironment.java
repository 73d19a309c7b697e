package dev.bullpen.launcher;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment that the command was started with. The start script changes some variables for
 * the JVM alone: a locale that has no letters but ASCII, and options that are meant for other JVMs.
 * It keeps the value of NAME in {@code BULLPEN_GIVEN_NAME}, empty if there was none.
 */
final class GivenEnvironment {
  static final String PREFIX = "BULLPEN_GIVEN_";

  private GivenEnvironment() {}

  /**
   * The environment as the user has set it.
   *
   * @param environment of this JVM
   */
  static Map<String, String> restore(Map<String, String> environment) {
    Map<String, String> restored = new HashMap<>(environment);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            restored.remove(name);
            put(restored, name.substring(PREFIX.length()), value);
          }
        });
    return restored;
  }

  private static void put(Map<String, String> restored, String name, String value) {
    if (value.isEmpty()) {
      restored.remove(name);
    } else {
      restored.put(name, value);
    }
  }
}
