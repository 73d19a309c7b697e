package dev.bullpen.protocol.shape;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An absolute URI (RFC 3986, section 4.3). Characters that are not allowed in a URI are
 * percent-encoded, such as a blank in a path that a script appends to {@code file://}. Otherwise
 * one odd character would cost the client the whole result. A percent sign that begins no escape, a
 * bracket outside of an address, and every {@code #} except the first are also encoded. The
 * project's {@code UriSyntax} finds resources by the same rules.
 */
public final class UriText {
  /** Unreserved and reserved characters, sections 2.2 and 2.3, that are allowed anywhere. */
  private static final String LEGAL = "-._~:/?@!$&'()*+,;=";

  /** What ends in a host's address in brackets, section 3.2.2. */
  private static final Pattern ADDRESS =
      Pattern.compile("[^/?#:]+://(?:[^/?#@\\[\\]]*@)?\\[[0-9A-Fa-f:.]+](?=[:/?#]|$)");

  private static final String NO_SCHEME = "resource:";

  private UriText() {}

  public static Optional<JsonNode> of(JsonNode value) {
    if (!value.isString() || !hasScheme(value.stringValue())) {
      return Optional.empty();
    }
    String text = value.stringValue();
    String uri = encoded(text);
    return Optional.of(uri.equals(text) ? value : JsonNodeFactory.instance.stringNode(uri));
  }

  /** A URI for something without one: {@code resource:} and the text, made legal. */
  public static JsonNode made(String text) {
    String rest = text.isEmpty() ? ListedDefinition.UNNAMED : encoded(text);
    return JsonNodeFactory.instance.stringNode(NO_SCHEME + rest);
  }

  private static boolean hasScheme(String text) {
    int colon = text.indexOf(':');
    return colon > 0
        && isLetter(text.charAt(0))
        && text.chars().limit(colon).allMatch(UriText::isOfScheme);
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
            default -> isLegal(c);
          };
      if (stays) {
        uri.append((char) c);
      } else {
        percent(uri, c);
      }
    }
    return uri.toString();
  }

  private static boolean isEscape(String text, int at) {
    return at + 3 <= text.length()
        && HexFormat.isHexDigit(text.charAt(at + 1))
        && HexFormat.isHexDigit(text.charAt(at + 2));
  }

  private static void percent(StringBuilder uri, int codePoint) {
    for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      uri.append('%')
          .append(Character.toUpperCase(Character.forDigit(octet >> 4 & 0xf, 16)))
          .append(Character.toUpperCase(Character.forDigit(octet & 0xf, 16)));
    }
  }

  private static boolean isLegal(int c) {
    return isLetter(c) || isDigit(c) || LEGAL.indexOf(c) >= 0;
  }

  private static boolean isOfScheme(int c) {
    return isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.';
  }

  private static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
