package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Limits for each process of a script. A script with a mistake in {@code limits} is not run,
 * because it would run without the intended limit.
 *
 * @param values 1 or more each
 */
public record ScriptLimits(Map<Limit, Integer> values) {
  public static final String KEY = "limits";

  public enum Limit {
    CPU_SECS("cpuSecs"),
    MEMORY_MEBIBYTES("memoryMiB"),
    OPEN_FILES("openFiles"),
    /** Processes of the user in total, above which no more can be started. */
    PROCESSES("processes"),
    FILE_MEBIBYTES("fileMiB");

    private final String key;

    Limit(String key) {
      this.key = key;
    }

    static Optional<Limit> ofKey(String key) {
      return Arrays.stream(values()).filter(limit -> limit.key.equals(key)).findFirst();
    }

    public String key() {
      return key;
    }
  }

  public static final ScriptLimits NONE = new ScriptLimits(Map.of());

  static final int MAX = Integer.MAX_VALUE;

  private static final String KEYS =
      Arrays.stream(Limit.values()).map(Limit::key).collect(Collectors.joining(", "));

  public ScriptLimits {
    values = Map.copyOf(values);
  }

  /** Reads the member {@code limits} of metadata or of an entry. */
  public static ScriptLimits read(ObjectNode metadata, String program) throws EntryException {
    Optional<JsonNode> value = Members.value(metadata, KEY);
    if (value.isEmpty()) {
      return NONE;
    }
    if (!(value.get() instanceof ObjectNode members)) {
      throw new EntryException(
          "\"limits\" is not an object", "Write {\"cpuSecs\": 10}, for example, or leave it out");
    }
    if (JavaProgram.is(program)) {
      throw new EntryException(
          "\"limits\" cannot apply to a program in Java, which has no process of its own",
          "Leave it out; --helper-memory bounds its memory, \"timeoutSecs\" its time");
    }
    Map<Limit, Integer> limits = new EnumMap<>(Limit.class);
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      String key = member.getKey();
      Limit limit =
          Limit.ofKey(key)
              .orElseThrow(
                  () ->
                      new EntryException(
                          "unknown key \"limits.%s\"".formatted(EscapedBytes.of(key)),
                          "Use only " + KEYS));
      JsonNode number = member.getValue();
      if (!number.isInt() || number.intValue() < 1) {
        throw new EntryException(
            "\"limits.%s\" is not a whole number from 1 to %d".formatted(key, MAX),
            "Give one or leave it out");
      }
      limits.put(limit, number.intValue());
    }
    return new ScriptLimits(limits);
  }

  /**
   * Read a setting: {@code NAME=NUMBER} between commas, such as {@code cpuSecs=60,memoryMiB=1024}.
   *
   * @throws IllegalArgumentException if the text is not valid; the message completes a sentence
   *     that starts with the setting, and continues with what to do
   */
  public static ScriptLimits ofSetting(String text) {
    Map<Limit, Integer> limits = new EnumMap<>(Limit.class);
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      Limit limit =
          Limit.ofKey(key.strip())
              .orElseThrow(() -> wrong(part, "does not start with one of " + KEYS + " and a ="));
      if (limits.put(limit, number(part, part.substring(equals + 1).strip())) != null) {
        throw wrong(part, "occurs twice");
      }
    }
    return new ScriptLimits(limits);
  }

  private static int number(String part, String digits) {
    // Ten digits always fit a long.
    long number = digits.matches("[0-9]{1,10}") ? Long.parseLong(digits) : 0;
    if (number < 1 || number > MAX) {
      throw wrong(part, "has no whole number from 1 to %d after the =".formatted(MAX));
    }
    return (int) number;
  }

  private static IllegalArgumentException wrong(String part, String what) {
    return new IllegalArgumentException(
        "\"%s\" %s. For example cpuSecs=60,memoryMiB=1024".formatted(part, what));
  }

  public boolean isNone() {
    return values.isEmpty();
  }

  public OptionalInt of(Limit limit) {
    Integer value = values.get(limit);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** These limits, and the others where these are empty. */
  public ScriptLimits over(ScriptLimits others) {
    if (isNone() || others.isNone()) {
      return isNone() ? others : this;
    }
    Map<Limit, Integer> both = new EnumMap<>(others.values);
    both.putAll(values);
    return new ScriptLimits(both);
  }

  public ObjectNode json() {
    ObjectNode json = Json.object();
    for (Limit limit : Limit.values()) {
      of(limit).ifPresent(value -> json.put(limit.key(), value));
    }
    return json;
  }
}
