package dev.bullpen.json;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The characters of a URI (RFC 3986), and how a text becomes one.
 *
 * <p>Characters that are not allowed in a URI are percent-encoded, such as a blank in a path that a
 * script appends to {@code file://}. Otherwise one odd character would cost the client the whole
 * result. A percent sign that begins no escape, a bracket outside of an address, and every {@code
 * #} except the first are also encoded. A text that is a URI stays as it is.
 */
public final class UriText {
  /** The percent sign, and the reserved and unreserved characters, sections 2.1 to 2.3. */
  private static final String PUNCTUATION = "%-._~:/?#[]@!$&'()*+,;=";

  private static final int BEYOND_ASCII = 0x80;

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*+(?=:)");

  /** What ends in a host's address in brackets, section 3.2.2. */
  private static final Pattern ADDRESS =
      Pattern.compile("[^/?#:]+://(?:[^/?#@\\[\\]]*@)?\\[[0-9A-Fa-f:.]+](?=[:/?#]|$)");

  private static final String NO_SCHEME = "resource:";
  private static final String UNNAMED = "unnamed";
  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

  private UriText() {}

  /** A value as an absolute URI; empty if it is no text that begins with a scheme. */
  public static Optional<JsonNode> of(JsonNode value) {
    return value.isString() && schemeLength(value.stringValue()) >= 0
        ? Optional.of(Json.NODES.stringNode(encoded(value.stringValue())))
        : Optional.empty();
  }

  /** A text as an absolute URI; {@code resource:} precedes one without a scheme. */
  public static String of(String text) {
    return schemeLength(text) < 0 ? made(text) : encoded(text);
  }

  /** A URI for something without one: {@code resource:} and the text. */
  public static String made(String text) {
    return NO_SCHEME + (text.isEmpty() ? UNNAMED : encoded(text));
  }

  private static String encoded(String text) {
    Matcher address = ADDRESS.matcher(text);
    int pastAddress = address.lookingAt() ? address.end() : 0;
    int fragment = text.indexOf('#');
    StringBuilder uri = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      boolean stays =
          switch (c) {
            case '%' -> isEscape(text, i);
            case '[', ']' -> i < pastAddress;
            case '#' -> i == fragment;
            default -> mayHold(c);
          };
      uri.append(stays ? Character.toString(c) : escaped(c));
    }
    return uri.toString();
  }

  /** The number of characters before the first colon if they are a scheme, otherwise -1. */
  public static int schemeLength(String text) {
    Matcher scheme = SCHEME.matcher(text);
    return scheme.lookingAt() ? scheme.end() : -1;
  }

  /** Whether a URI may contain a character unescaped, including the percent sign. */
  public static boolean mayHold(int codePoint) {
    return codePoint < BEYOND_ASCII && Character.isLetterOrDigit(codePoint)
        || PUNCTUATION.indexOf(codePoint) >= 0;
  }

  /** Whether {@code %} and two hexadecimal digits are at an index. */
  public static boolean isEscape(String text, int at) {
    return at + 3 <= text.length()
        && text.charAt(at) == '%'
        && HexFormat.isHexDigit(text.charAt(at + 1))
        && HexFormat.isHexDigit(text.charAt(at + 2));
  }

  /** A character as the escapes of its UTF-8 bytes. */
  public static String escaped(int codePoint) {
    StringBuilder escapes = new StringBuilder();
    for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      escapes.append('%').append(UPPER_CASE.toHexDigits(octet));
    }
    return escapes.toString();
  }
}
