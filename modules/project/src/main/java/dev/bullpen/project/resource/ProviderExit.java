package dev.bullpen.project.resource;

import dev.bullpen.json.TextCut;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.JavaProgram;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Interprets the end of a provider's script. The exit codes are mcp-bash's: 2 not allowed, 3
 * missing, 4 bad request, 5 not fetched, 6 too long.
 *
 * <p>If a script may choose the message, it is the start of its error output, without control
 * characters. For Bullpen's own script for {@code https} it is only the first line, because the
 * others are for the log. For a class that implements the interface for resources it is the output.
 */
public final class ProviderExit {
  static final String INVALID_SPECIFICATION = "Invalid resource specification";

  /** An error and its reason, but no stack trace. */
  static final int MAX_LINES = 3;

  /** The most characters, because people read the message. */
  static final int MAX_LENGTH = 512;

  /**
   * The most bytes. No message within the other two bounds is longer, except for invisible
   * characters.
   */
  public static final int MAX_EXAMINED = 4_096;

  /** The exit code of the {@code https} script for a redirect. */
  private static final int REDIRECT = 7;

  /** A query or fragment may contain a secret, which must not be logged. */
  private static final Pattern KEY = Pattern.compile("([?#])\\S+");

  /**
   * The lowest of the helpers' codes for the three kinds of failure of a class that reads
   * resources.
   */
  private static final int MIN_READER_CODE = 3;

  private static final int MAX_READER_CODE = 5;

  /** Escape sequences of terminals (ECMA-48, 5.4). */
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]");

  /** Control and format characters. The latter can reverse the direction of text. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]");

  private ProviderExit() {}

  /**
   * The error for a script that did not exit with 0.
   *
   * @param shellCode as in a shell's {@code $?}
   */
  public static ResourceException error(
      ResourceRead.Script script, int shellCode, byte[] stdout, byte[] stderr) {
    String uri = script.target().uri();
    String reason =
        "the provider %s (%s) ended with code %d; its error output was \"%s\""
            .formatted(
                script.target().provider(),
                String.join(" ", script.command().subList(0, script.command().size() - 1)),
                shellCode,
                logged(script, stderr));
    if (script.host().isPresent() && shellCode == REDIRECT) {
      return ResourceException.failed(
          "The server answers with a redirect, which is not followed", uri, reason);
    }
    int lines = script.host().isPresent() ? 1 : MAX_LINES;
    Optional<String> said = said(isOfReader(script, shellCode) ? stdout : stderr, lines);
    return switch (shellCode) {
      case 2 -> ResourceException.failed("Resource outside allowed roots", uri, reason);
      case 3 -> ResourceException.notFound(uri, reason);
      case 4 -> ResourceException.invalid(said.orElse(INVALID_SPECIFICATION), uri, reason);
      case 5 -> ResourceException.failed(said.orElse("Resource fetch failed"), uri, reason);
      case 6 -> ResourceException.failed(said.orElse("Resource exceeded size limit"), uri, reason);
      default -> ResourceException.failed(said.orElse("Resource provider failed"), uri, reason);
    };
  }

  private static String logged(ResourceRead.Script script, byte[] stderr) {
    return script.host().isPresent()
        ? EscapedBytes.of(
            KEY.matcher(new String(stderr, StandardCharsets.UTF_8)).replaceAll("$1..."))
        : EscapedBytes.of(stderr);
  }

  private static final String FRAME = "\tat ";

  /** A failing {@code main} ends with 1, and its output is not a message. */
  private static boolean isOfReader(ResourceRead.Script script, int shellCode) {
    return shellCode >= MIN_READER_CODE
        && shellCode <= MAX_READER_CODE
        && JavaProgram.is(script.command().get(0));
  }

  private static Optional<String> said(byte[] stderr, int most) {
    List<String> lines =
        TextCut.first(stderr, MAX_EXAMINED)
            .lines()
            .filter(line -> !line.startsWith(FRAME))
            .map(ProviderExit::printable)
            .filter(line -> !line.isEmpty())
            .limit(most)
            .toList();
    return Optional.of(TextCut.first(String.join("\n", lines), MAX_LENGTH))
        .filter(message -> !message.isEmpty());
  }

  private static String printable(String line) {
    return CONTROL.matcher(COLOUR.matcher(line).replaceAll("")).replaceAll(" ").strip();
  }
}
