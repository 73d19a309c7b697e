package dev.bullpen.project.setting;

import java.util.Map;
import java.util.Optional;

/**
 * A whole number that the operator may set. What is no number, or less than the least, counts as
 * not set; what is more than the most is the most. {@link OperatorSettings#problems} says so.
 */
public enum NumberSetting {
  /** Seconds for a tool that names none. */
  DEFAULT_TOOL_TIMEOUT("MCPBASH_DEFAULT_TOOL_TIMEOUT", 1, Limits.DAY, "30"),
  /** Seconds that a tool may take whose progress begins its time anew. */
  MAX_TIMEOUT_SECS("MCPBASH_MAX_TIMEOUT_SECS", 1, Limits.DAY, "600"),
  COMPLETION_TIMEOUT_SECS("MCPBASH_COMPLETION_TIMEOUT_SECS", 1, Limits.DAY, "5"),
  /** Seconds for a registered completion that names none. */
  COMPLETION_REGISTERED_TIMEOUT_SECS(
      "MCPBASH_COMPLETION_REGISTERED_TIMEOUT_SECS", 1, Limits.DAY, "30"),
  /** Seconds for which the SDK, which reads it, waits for an answer. */
  ELICITATION_TIMEOUT("MCPBASH_ELICITATION_TIMEOUT", 1, Limits.ANY, "30"),
  MAX_TOOL_OUTPUT_SIZE("MCPBASH_MAX_TOOL_OUTPUT_SIZE", 1, Limits.OF_HEAP, "10485760"),
  /** Bytes of a structured result that the SDK, which reads it, repeats as text. */
  MAX_TEXT_BYTES("MCPBASH_MAX_TEXT_BYTES", 0, Limits.ANY, "102400"),
  /** Bytes of a tool's error output; 0 for as many as it likes. */
  MAX_TOOL_STDERR_SIZE("MCPBASH_MAX_TOOL_STDERR_SIZE", 0, Limits.ANY, "what tools may print"),
  /** Bytes of a tool's error output that a client is told. */
  TOOL_STDERR_TAIL_LIMIT("MCPBASH_TOOL_STDERR_TAIL_LIMIT", 0, Limits.TAIL, "4096"),
  /** Notifications of one call; 0 for no limit. */
  MAX_PROGRESS_PER_MIN("MCPBASH_MAX_PROGRESS_PER_MIN", 0, Limits.ANY, "100"),
  /** Notifications of one call; 0 for no limit. */
  MAX_LOGS_PER_MIN("MCPBASH_MAX_LOGS_PER_MIN", 0, Limits.ANY, "that of progress"),
  /** Characters of JSON in a variable; what is longer is in a file. */
  ENV_PAYLOAD_THRESHOLD("MCPBASH_ENV_PAYLOAD_THRESHOLD", 0, Limits.ANY, "65536"),
  MAX_RESOURCE_BYTES("MCPBASH_MAX_RESOURCE_BYTES", 1, Limits.OF_HEAP, "what tools may print"),
  MAX_UI_RESOURCE_BYTES("MCPBASH_MAX_UI_RESOURCE_BYTES", 1, Limits.OF_HEAP, "1048576"),
  /** Seconds that the provider git gives a host, which its script reads for itself. */
  GIT_TIMEOUT("MCPBASH_GIT_TIMEOUT", 1, 60, "30"),
  /** KiB that the provider git fetches, and of the file, which its script reads for itself. */
  GIT_MAX_KB("MCPBASH_GIT_MAX_KB", 1, 1_048_576, "51200"),
  /** Seconds for all of a read over https, which its script reads for itself, too. */
  HTTPS_TIMEOUT("MCPBASH_HTTPS_TIMEOUT", 1, 60, "15"),
  /** Bytes of a content that is read over https, which its script reads for itself. */
  HTTPS_MAX_BYTES("MCPBASH_HTTPS_MAX_BYTES", 1, 20_971_520, "10485760"),
  /** Seconds between two reads of a resource that a client has subscribed to; 0 for none. */
  RESOURCES_POLL_INTERVAL_SECS("MCPBASH_RESOURCES_POLL_INTERVAL_SECS", 0, Limits.ANY, "2"),
  /** Seconds for which what register.sh registered stands. */
  REGISTER_TTL("MCPBASH_REGISTER_TTL", 1, Limits.ANY, "5"),
  /** Bytes of register.json, and of what register.sh prints. */
  MAX_MANUAL_REGISTRY_BYTES("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", 1, Limits.ANY, "1048576"),
  /** Bytes of one kind that register.sh registers. */
  MANUAL_BUFFER_MAX_BYTES("MCPBASH_MANUAL_BUFFER_MAX_BYTES", 1, Limits.ANY, "1048576"),
  REGISTRY_MAX_BYTES("MCPBASH_REGISTRY_MAX_BYTES", 1, 67_108_864, "67108864");

  /** Constants of an enum cannot be used by its own before they are there. */
  private static final class Limits {
    static final int DAY = 86_400;

    /** Nine digits always fit an int. */
    static final int ANY = 999_999_999;

    /**
     * What comes out as one answer is in the heap of this JVM more than once, and a heap that is
     * full ends the server.
     */
    static final int OF_HEAP = (int) Math.min(ANY, Runtime.getRuntime().maxMemory() / 8);

    /** Kept by helpers, and passed on in one frame. */
    static final int TAIL = 1024 * 1024;
  }

  private final String variable;
  private final int least;
  private final int most;
  private final String otherwise;

  NumberSetting(String variable, int least, int most, String otherwise) {
    this.variable = variable;
    this.least = least;
    this.most = most;
    this.otherwise = otherwise;
  }

  /** What is set; empty if nothing is, or nothing that could be meant. */
  public Optional<Integer> of(Map<String, String> env) {
    String digits = value(env);
    if (!isNumber(digits)) {
      return Optional.empty();
    }
    int number = digits.length() > 9 ? most : Math.min(Integer.parseInt(digits), most);
    return number < least ? Optional.empty() : Optional.of(number);
  }

  /** What is set, or that. */
  public int of(Map<String, String> env, int otherwise) {
    return of(env).orElse(otherwise);
  }

  /** What is wrong with what is set, and what is done instead. */
  Optional<String> problem(Map<String, String> env) {
    String digits = value(env);
    if (digits.isEmpty()) {
      return Optional.empty();
    }
    if (!isNumber(digits) || of(env).isEmpty()) {
      return Optional.of(
          OperatorSettings.problem(
              variable,
              digits,
              "it is no whole number from %d to %d. %s is used"
                  .formatted(least, most, capitalized(otherwise))));
    }
    if (digits.length() <= 9 && Integer.parseInt(digits) <= most) {
      return Optional.empty();
    }
    String why =
        most == Limits.OF_HEAP
            ? ", as much as an eighth of the server's memory, which BULLPEN_JAVA_OPTS=-Xmx512m would raise"
            : "";
    return Optional.of(
        OperatorSettings.problem(
            variable, digits, "it is more than %d, which is used%s".formatted(most, why)));
  }

  /** Digits, without zeros before them, or whatever else is set. */
  private String value(Map<String, String> env) {
    String digits = env.getOrDefault(variable, "").strip();
    return isNumber(digits) ? digits.replaceFirst("^0+(?=.)", "") : digits;
  }

  private static boolean isNumber(String text) {
    return text.matches("[0-9]+");
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
