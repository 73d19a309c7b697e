package dev.bullpen.protocol.shape;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An absolute URI (RFC 3986, section 4.3). A script that pastes a path behind {@code file://} is
 * helped: what no URI may hold is percent-encoded, since one odd character would cost the client
 * the whole result.
 */
public final class UriText {
  /** Unreserved and reserved characters, sections 2.2 and 2.3, and the percent sign. */
  private static final String LEGAL = "-._~:/?#[]@!$&'()*+,;=%";

  private static final String NO_SCHEME = "resource:";

  private UriText() {}

  public static Optional<JsonNode> of(JsonNode value) {
    if (!value.isString() || !hasScheme(value.stringValue())) {
      return Optional.empty();
    }
    String text = value.stringValue();
    return text.chars().allMatch(UriText::isLegal)
        ? Optional.of(value)
        : Optional.of(JsonNodeFactory.instance.stringNode(encoded(text)));
  }

  /** A URI for what has none: the text, made legal, behind a scheme of ours. */
  public static JsonNode made(String text) {
    String rest = text.isEmpty() ? Listed.UNNAMED : encoded(text);
    return JsonNodeFactory.instance.stringNode(NO_SCHEME + rest);
  }

  private static boolean hasScheme(String text) {
    int colon = text.indexOf(':');
    return colon > 0
        && isLetter(text.charAt(0))
        && text.chars().limit(colon).allMatch(UriText::isOfScheme);
  }

  private static String encoded(String text) {
    StringBuilder uri = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isLegal(c)) {
                uri.append((char) c);
              } else {
                percent(uri, c);
              }
            });
    return uri.toString();
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
