package dev.bullpen.remote;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How much a fetch may take, and who it says is asking.
 *
 * @param timeout {@code MCPBASH_HTTPS_TIMEOUT}, whole seconds: for everything, from the moment
 *     somebody asks for it, though others be read first, to the last byte
 * @param maxBytes {@code MCPBASH_HTTPS_MAX_BYTES}: of the content
 * @param userAgent {@code MCPBASH_HTTPS_USER_AGENT}
 */
public record HttpsLimits(Duration timeout, int maxBytes, String userAgent) {
  /** Seconds, unless said; mcp-bash's, and most pages come in one. */
  public static final int DEFAULT_TIMEOUT_SECONDS = 15;

  /** Seconds, at most; mcp-bash's, and about as long as clients wait for an answer. */
  public static final int MAX_TIMEOUT_SECONDS = 60;

  /** Bytes, unless said: 10 MiB, mcp-bash's. */
  public static final int DEFAULT_MAX_BYTES = 10_485_760;

  /** Bytes, at most: 20 MiB, mcp-bash's, and what still fits the supervisor's memory. */
  public static final int MAX_MAX_BYTES = 20_971_520;

  /** Name of the client, unless said. */
  public static final String DEFAULT_USER_AGENT = "bullpen";

  /** Characters of the name; longer ones are nobody's name. */
  static final int MAX_USER_AGENT_LENGTH = 256;

  private static final String TIMEOUT = "MCPBASH_HTTPS_TIMEOUT";
  private static final String BYTES = "MCPBASH_HTTPS_MAX_BYTES";
  private static final String USER_AGENT = "MCPBASH_HTTPS_USER_AGENT";

  /** As the environment says; what of it cannot be used is not said to anybody. */
  public static HttpsLimits of(Map<String, String> env) {
    return of(env, problem -> {});
  }

  /**
   * As the environment says.
   *
   * @param problems told a sentence for each value that cannot be used, and what is used instead
   */
  public static HttpsLimits of(Map<String, String> env, Consumer<String> problems) {
    return new HttpsLimits(
        Duration.ofSeconds(
            number(env, TIMEOUT, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS, problems)),
        number(env, BYTES, DEFAULT_MAX_BYTES, MAX_MAX_BYTES, problems),
        userAgent(env, problems));
  }

  private static int number(
      Map<String, String> env, String name, int otherwise, int max, Consumer<String> problems) {
    String digits = env.getOrDefault(name, "").strip();
    if (digits.isEmpty()) {
      return otherwise;
    }
    if (!digits.matches("0*[1-9][0-9]*")) {
      problems.accept(
          "%s is ignored: it is not a whole number from 1 to %d. %d is used."
              .formatted(name, max, otherwise));
      return otherwise;
    }
    String significant = digits.replaceFirst("^0+", "");
    // Nine digits always fit an int, and no maximum here has more.
    if (significant.length() > 9 || Integer.parseInt(significant) > max) {
      problems.accept("%s is more than the maximum. %d is used.".formatted(name, max));
      return max;
    }
    return Integer.parseInt(significant);
  }

  private static String userAgent(Map<String, String> env, Consumer<String> problems) {
    String name = env.getOrDefault(USER_AGENT, "").strip();
    if (name.isEmpty()) {
      return DEFAULT_USER_AGENT;
    }
    // Anything else could end the header and begin another.
    if (name.length() > MAX_USER_AGENT_LENGTH || !name.matches("[ -~]+")) {
      problems.accept(
          "%s is ignored: it is not at most %d printable ASCII characters. \"%s\" is used."
              .formatted(USER_AGENT, MAX_USER_AGENT_LENGTH, DEFAULT_USER_AGENT));
      return DEFAULT_USER_AGENT;
    }
    return name;
  }
}
