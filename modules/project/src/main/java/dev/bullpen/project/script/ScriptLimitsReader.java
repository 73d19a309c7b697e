package dev.bullpen.project.script;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code limits}, strictly: whoever wanted a script limited does not want it run because a
 * word of that was misspelt.
 */
public final class ScriptLimitsReader {
  public static final String KEY = "limits";

  /** Greater than the kernel's own bound of anything that is counted, and fit for an int. */
  static final int MAX = Integer.MAX_VALUE;

  private static final String KEYS =
      Arrays.stream(ScriptLimit.values()).map(ScriptLimit::key).collect(Collectors.joining(", "));

  private ScriptLimitsReader() {}

  /**
   * The member of metadata, or of an entry; none when it is missing or null.
   *
   * @param program the file that is run
   */
  public static ScriptLimits read(ObjectNode metadata, String program) throws EntryException {
    Optional<JsonNode> value = Members.value(metadata, KEY);
    if (value.isEmpty()) {
      return ScriptLimits.NONE;
    }
    if (!(value.get() instanceof ObjectNode members)) {
      throw new EntryException(
          "\"limits\" is not an object", "Write {\"cpuSecs\": 10}, for example, or leave it out");
    }
    if (JavaProgram.is(program)) {
      throw new EntryException(
          "\"limits\" cannot be kept by a program in Java, which has no process of its own",
          "Leave it out; --helper-memory bounds its memory, \"timeoutSecs\" its time");
    }
    Map<ScriptLimit, Integer> limits = new EnumMap<>(ScriptLimit.class);
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      limits.put(known(member.getKey()), number(member.getKey(), member.getValue()));
    }
    return new ScriptLimits(limits);
  }

  private static ScriptLimit known(String key) throws EntryException {
    return ScriptLimit.ofKey(key)
        .orElseThrow(
            () ->
                new EntryException(
                    "unknown key \"limits.%s\"".formatted(EscapedBytes.of(key)),
                    "Use only " + KEYS));
  }

  private static int number(String key, JsonNode value) throws EntryException {
    if (value.isIntegralNumber()) {
      BigInteger number = value.bigIntegerValue();
      if (number.signum() > 0 && number.compareTo(BigInteger.valueOf(MAX)) <= 0) {
        return number.intValue();
      }
    }
    throw new EntryException(
        "\"limits.%s\" is not a whole number from 1 to %d".formatted(key, MAX),
        "Give one or leave it out");
  }

  static ScriptLimits setting(String text) {
    Map<ScriptLimit, Integer> limits = new EnumMap<>(ScriptLimit.class);
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      ScriptLimit limit =
          ScriptLimit.ofKey(key.strip())
              .orElseThrow(() -> wrong(part, "does not begin with one of " + KEYS + " and a ="));
      if (limits.put(limit, number(part, part.substring(equals + 1).strip())) != null) {
        throw wrong(part, "is the second of its kind");
      }
    }
    return new ScriptLimits(limits);
  }

  private static int number(String part, String digits) {
    // Ten digits always fit a long.
    long number = digits.matches("[0-9]{1,10}") ? Long.parseLong(digits) : 0;
    if (number < 1 || number > MAX) {
      throw wrong(part, "has no whole number from 1 to %d behind a =".formatted(MAX));
    }
    return (int) number;
  }

  private static IllegalArgumentException wrong(String part, String what) {
    return new IllegalArgumentException(
        "\"%s\" %s. For example cpuSecs=60,memoryMiB=1024".formatted(part, what));
  }
}
