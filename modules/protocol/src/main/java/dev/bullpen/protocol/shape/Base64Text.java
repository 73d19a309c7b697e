package dev.bullpen.protocol.shape;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Base64 of the standard alphabet with padding (RFC 4648, section 4), which clients decode without
 * mercy. Line breaks, as the base64 command puts in, are taken out.
 */
final class Base64Text {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private static final boolean[] IS_DIGIT = new boolean[128];

  /** Characters that stand for three bytes. */
  private static final int GROUP = 4;

  private static final int MAX_PADDING = 2;

  static {
    DIGITS.chars().forEach(digit -> IS_DIGIT[digit] = true);
  }

  private Base64Text() {}

  static Optional<JsonNode> of(JsonNode value) {
    if (!value.isString()) {
      return Optional.empty();
    }
    String text = value.stringValue();
    if (isWhole(text)) {
      return Optional.of(value);
    }
    String bare = withoutSpace(text);
    return isWhole(bare)
        ? Optional.of(JsonNodeFactory.instance.stringNode(bare))
        : Optional.empty();
  }

  private static boolean isWhole(String text) {
    int end = text.length();
    while (end > 0 && text.length() - end < MAX_PADDING && text.charAt(end - 1) == '=') {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= IS_DIGIT.length || !IS_DIGIT[c]) {
        return false;
      }
    }
    return text.length() % GROUP == 0;
  }

  private static String withoutSpace(String text) {
    StringBuilder bare = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\n' && c != '\r' && c != ' ' && c != '\t') {
        bare.append(c);
      }
    }
    return bare.toString();
  }
}
