package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the processes of a script may use, each of them for itself.
 *
 * @param values of what is limited, each 1 or more
 */
public record ScriptLimits(Map<ScriptLimit, Integer> values) {
  /** Nothing is limited. */
  public static final ScriptLimits NONE = new ScriptLimits(Map.of());

  /** Copies the values. */
  public ScriptLimits {
    values = Map.copyOf(values);
  }

  /**
   * Read a setting: {@code NAME=NUMBER} between commas, such as {@code cpuSecs=60,memoryMiB=1024}.
   *
   * @throws IllegalArgumentException if it is none; the message completes a sentence that begins
   *     with the setting, and has a second one that says what to do
   */
  public static ScriptLimits ofSetting(String text) {
    return ScriptLimitsReader.setting(text);
  }

  /** Whether there are none. */
  public boolean isNone() {
    return values.isEmpty();
  }

  /** One of them; empty if that is not limited. */
  public OptionalInt of(ScriptLimit limit) {
    Integer value = values.get(limit);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** These, and of the others what these do not speak of. */
  public ScriptLimits over(ScriptLimits others) {
    if (isNone() || others.isNone()) {
      return isNone() ? others : this;
    }
    Map<ScriptLimit, Integer> both = new EnumMap<>(others.values);
    both.putAll(values);
    return new ScriptLimits(both);
  }

  /** As metadata has them. */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    for (ScriptLimit limit : ScriptLimit.values()) {
      of(limit).ifPresent(value -> json.put(limit.key(), value));
    }
    return json;
  }
}
