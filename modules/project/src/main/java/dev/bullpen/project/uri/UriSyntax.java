package dev.bullpen.project.uri;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
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

  /** The first character beyond ASCII and the control characters after it, U+0080 to U+009F. */
  private static final char BEYOND_CONTROLS = '\u00a0';

  /** A segment {@code .} or {@code ..}, escaped or not, in any part of a URI. */
  private static final Pattern DOT_SEGMENT =
      Pattern.compile("(?i)(?:^|[/?#&:]|%2f)(?:\\.|%2e){1,2}(?:$|[/?#&]|%2f)");

  private static final Pattern QUERY = Pattern.compile("\\?[^#]+");
  private static final Pattern FRAGMENT = Pattern.compile("(?s)#.+");

  private UriSyntax() {}

  public static boolean isUri(String text) {
    if (text.length() > MAX_LENGTH
        || UriText.schemeLength(text) < 0
        || Json.hasLoneSurrogate(text)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (!UriText.isEscape(text, i) || text.startsWith("00", i + 1)) {
          return false;
        }
      } else if (c < BEYOND_CONTROLS && !UriText.mayHold(c)) {
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

  /** The scheme in lower case; empty text if there is none. */
  public static String scheme(String uri) {
    return uri.substring(0, Math.max(0, UriText.schemeLength(uri))).toLowerCase(Locale.ROOT);
  }

  public static String afterScheme(String uri) {
    return uri.substring(UriText.schemeLength(uri) + 1);
  }

  /** The same URI with another scheme; unchanged if it has none. */
  public static String withScheme(String scheme, String uri) {
    return scheme + uri.substring(Math.max(0, UriText.schemeLength(uri)));
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

  /**
   * The text with its escapes decoded exactly once; empty if an escape is broken or the bytes are
   * not UTF-8, including overlong forms.
   */
  public static Optional<String> decode(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return Optional.of(escaped);
    }
    for (int i = escaped.indexOf('%'); i >= 0; i = escaped.indexOf('%', i + 1)) {
      if (!UriText.isEscape(escaped, i)) {
        return Optional.empty();
      }
    }
    return utf8(bytes(escaped));
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
