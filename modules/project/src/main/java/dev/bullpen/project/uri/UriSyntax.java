package dev.bullpen.project.uri;

import dev.bullpen.json.Json;
import java.util.Locale;

/**
 * What a URI from a client must look like before anything is done with it (RFC 3986, sections 2 and
 * 3.1): a scheme, then only characters a URI may hold, and whole escapes. Letters beyond ASCII may
 * stand as they are (RFC 3987). No NUL, not even an escaped one: no path and no argument of a
 * script can hold it, and what ends early names something else.
 */
public final class UriSyntax {
  /** Characters; longer than any path or query that is meant, short enough for any argument. */
  public static final int MAX_LENGTH = 8_192;

  private static final String PUNCTUATION = "-._~:/?#[]@!$&'()*+,;=";
  private static final String IN_SCHEME = "+-.";
  private static final int BEYOND_ASCII = 0x80;

  /** First character beyond ASCII and the control characters that follow it, U+0080 to U+009F. */
  private static final char BEYOND_CONTROLS = '\u00a0';

  private UriSyntax() {}

  public static boolean isUri(String text) {
    if (text.length() > MAX_LENGTH || schemeLength(text) < 0 || Json.hasLoneSurrogate(text)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (!PercentEncoded.isEscape(text, i) || text.startsWith("00", i + 1)) {
          return false;
        }
      } else if (c < BEYOND_CONTROLS && !isAlphanumeric(c) && PUNCTUATION.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a character may stand in a URI as it is (RFC 3986), a percent sign for one. */
  static boolean mayHold(int codePoint) {
    return codePoint < BEYOND_ASCII
        && (isAlphanumeric((char) codePoint)
            || codePoint == '%'
            || PUNCTUATION.indexOf(codePoint) >= 0);
  }

  /**
   * The scheme in lower case, as schemes do not tell cases apart; empty text when there is none.
   */
  public static String scheme(String uri) {
    return uri.substring(0, Math.max(0, schemeLength(uri))).toLowerCase(Locale.ROOT);
  }

  /** What follows the scheme and its colon, which must be there. */
  public static String afterScheme(String uri) {
    return uri.substring(schemeLength(uri) + 1);
  }

  /** The same with its scheme written in this way; one that has none stays as it is. */
  public static String withScheme(String scheme, String uri) {
    return scheme + uri.substring(Math.max(0, schemeLength(uri)));
  }

  /** Characters before the first colon when they are a scheme, else -1. */
  private static int schemeLength(String text) {
    int end = text.indexOf(':');
    if (end <= 0 || !isLetter(text.charAt(0))) {
      return -1;
    }
    for (int i = 1; i < end; i++) {
      if (!isAlphanumeric(text.charAt(i)) && IN_SCHEME.indexOf(text.charAt(i)) < 0) {
        return -1;
      }
    }
    return end;
  }

  private static boolean isAlphanumeric(char c) {
    return isLetter(c) || c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
