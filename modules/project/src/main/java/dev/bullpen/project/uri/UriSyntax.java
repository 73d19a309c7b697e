package dev.bullpen.project.uri;

import dev.bullpen.json.Json;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final String NO_SCHEME = "resource:";

  /** What ends in the address of a host in brackets (RFC 3986, section 3.2.2). */
  private static final Pattern ADDRESS =
      Pattern.compile("[^/?#:]+://(?:[^/?#@\\[\\]]*@)?\\[[0-9A-Fa-f:.]+](?=[:/?#]|$)");

  private static final Pattern QUERY = Pattern.compile("\\?[^#]+");
  private static final Pattern FRAGMENT = Pattern.compile("(?s)#.+");

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

  public static String afterScheme(String uri) {
    return uri.substring(schemeLength(uri) + 1);
  }

  /** The same with its scheme written in this way; one that has none stays as it is. */
  public static String withScheme(String scheme, String uri) {
    return scheme + uri.substring(Math.max(0, schemeLength(uri)));
  }

  /**
   * The URI of a resource as lists show it to a client: what its author has written, made a URI
   * where it is none (RFC 3986; for letters beyond ASCII RFC 3987, section 3.1). What no URI may
   * hold is percent-encoded, and so is a percent sign that begins no escape, a bracket that is not
   * of an address, and all but the first {@code #}; what has no scheme gets {@code resource:}. The
   * same for what is one already.
   *
   * <p>{@code UriText} of the protocol shows every URI so.
   */
  public static String listed(String written) {
    Matcher address = ADDRESS.matcher(written);
    int pastAddress = address.lookingAt() ? address.end() : 0;
    int fragment = written.indexOf('#');
    StringBuilder uri = new StringBuilder(schemeLength(written) < 0 ? NO_SCHEME : "");
    for (int i = 0; i < written.length(); i += Character.charCount(written.codePointAt(i))) {
      int c = written.codePointAt(i);
      boolean stays =
          switch (c) {
            case '%' -> PercentEncoded.isEscape(written, i);
            case '[', ']' -> i < pastAddress;
            case '#' -> i == fragment;
            default -> mayHold(c);
          };
      uri.append(stays ? Character.toString(c) : PercentEncoded.escaped(c));
    }
    return uri.toString();
  }

  /**
   * A URI as the log shows it: a query often is a key to what it leads to, and a log no place for
   * it. Of what lies on another host, dots in the place of query and fragment; the latter stays if
   * it is the path in a git repository. What has another scheme, or is no URI, is what it was.
   */
  public static String logged(String uri) {
    return switch (scheme(uri)) {
      case "https" -> FRAGMENT.matcher(withoutQuery(uri)).replaceFirst("#...");
      case "git+https" -> withoutQuery(uri);
      default -> uri;
    };
  }

  private static String withoutQuery(String uri) {
    return QUERY.matcher(uri).replaceFirst("?...");
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
