package dev.bullpen.project.uri;

import dev.bullpen.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of a URI from a client (RFC 3986, sections 2 and 3.1): a scheme, then only characters
 * that a URI may contain, and whole escapes. Letters beyond ASCII may be unescaped (RFC 3987). NUL
 * is refused even if escaped, because no path and no argument can contain it.
 */
public final class UriSyntax {
  /**
   * The most characters: longer than any meaningful path or query, short enough for any argument.
   */
  public static final int MAX_LENGTH = 8_192;

  private static final String PUNCTUATION = "-._~:/?#[]@!$&'()*+,;=";
  private static final String IN_SCHEME = "+-.";
  private static final int BEYOND_ASCII = 0x80;

  /** The first character beyond ASCII and the control characters after it, U+0080 to U+009F. */
  private static final char BEYOND_CONTROLS = '\u00a0';

  private static final String NO_SCHEME = "resource:";

  /** The end of a host's address in brackets (RFC 3986, section 3.2.2). */
  private static final Pattern ADDRESS =
      Pattern.compile("[^/?#:]+://(?:[^/?#@\\[\\]]*@)?\\[[0-9A-Fa-f:.]+](?=[:/?#]|$)");

  /** A segment {@code .} or {@code ..}, escaped or not, in any part of a URI. */
  private static final Pattern DOT_SEGMENT =
      Pattern.compile("(?i)(?:^|[/?#&:]|%2f)(?:\\.|%2e){1,2}(?:$|[/?#&]|%2f)");

  private static final Pattern QUERY = Pattern.compile("\\?[^#]+");
  private static final Pattern FRAGMENT = Pattern.compile("(?s)#.+");

  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

  private UriSyntax() {}

  public static boolean isUri(String text) {
    if (text.length() > MAX_LENGTH || schemeLength(text) < 0 || Json.hasLoneSurrogate(text)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (!isEscape(text, i) || text.startsWith("00", i + 1)) {
          return false;
        }
      } else if (c < BEYOND_CONTROLS && !isAlphanumeric(c) && PUNCTUATION.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a path in the text of a URI or template may lead elsewhere than its text says, by a
   * segment {@code .} or {@code ..} (RFC 3986, section 3.3), escaped or not.
   */
  public static boolean hasDotSegment(String text) {
    return DOT_SEGMENT.matcher(text).find();
  }

  /** Whether a URI may contain a character unescaped (RFC 3986), including the percent sign. */
  static boolean mayHold(int codePoint) {
    return codePoint < BEYOND_ASCII
        && (isAlphanumeric((char) codePoint)
            || codePoint == '%'
            || PUNCTUATION.indexOf(codePoint) >= 0);
  }

  /** The scheme in lower case; empty text if there is none. */
  public static String scheme(String uri) {
    return uri.substring(0, Math.max(0, schemeLength(uri))).toLowerCase(Locale.ROOT);
  }

  public static String afterScheme(String uri) {
    return uri.substring(schemeLength(uri) + 1);
  }

  /** The same URI with another scheme; unchanged if it has none. */
  public static String withScheme(String scheme, String uri) {
    return scheme + uri.substring(Math.max(0, schemeLength(uri)));
  }

  /**
   * The URI of a resource as shown in lists: the author's text, made a valid URI (RFC 3986; for
   * letters beyond ASCII RFC 3987, section 3.1). Illegal characters are percent-encoded, and so are
   * a percent sign that starts no escape, a bracket outside an address, and all but the first
   * {@code #}. A text without a scheme gets {@code resource:}. A valid URI is unchanged.
   *
   * <p>{@code UriText} of the protocol does the same.
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
            case '%' -> isEscape(written, i);
            case '[', ']' -> i < pastAddress;
            case '#' -> i == fragment;
            default -> mayHold(c);
          };
      uri.append(stays ? Character.toString(c) : escaped(c));
    }
    return uri.toString();
  }

  /**
   * A URI for the log. Queries of URIs on other hosts may contain secrets, so query and fragment
   * are replaced by dots. The fragment stays if it is the path in a git repository.
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

  /** The number of characters before the first colon if they are a scheme, otherwise -1. */
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

  /**
   * The text with its escapes decoded exactly once; empty if an escape is broken or the bytes are
   * not UTF-8, including overlong forms.
   */
  public static Optional<String> decode(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return Optional.of(escaped);
    }
    for (int i = escaped.indexOf('%'); i >= 0; i = escaped.indexOf('%', i + 1)) {
      if (!isEscape(escaped, i)) {
        return Optional.empty();
      }
    }
    return utf8(bytes(escaped));
  }

  /** A character as the escapes of its UTF-8 bytes. */
  static String escaped(int codePoint) {
    StringBuilder escapes = new StringBuilder();
    for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      escapes.append('%').append(UPPER_CASE.toHexDigits(octet));
    }
    return escapes.toString();
  }

  /** The bytes of a text after decoding its escapes, which must be valid. */
  public static byte[] bytes(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else {
        int codePoint = escaped.codePointAt(i);
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(codePoint) - 1;
      }
    }
    return bytes.toByteArray();
  }

  /** Whether {@code %} and two hexadecimal digits are at an index. */
  static boolean isEscape(String text, int at) {
    return at + 3 <= text.length()
        && text.charAt(at) == '%'
        && HexFormat.isHexDigit(text.charAt(at + 1))
        && HexFormat.isHexDigit(text.charAt(at + 2));
  }

  /** Bytes as text; empty if they are not UTF-8. */
  public static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
