package dev.bullpen.helper.provider;

/** Half a surrogate pair: legal in a text of Java and as an escape in JSON, impossible in UTF-8. */
final class Surrogates {
  private static final char REPLACEMENT = '\ufffd';

  private Surrogates() {}

  /** Whether every one has its other half. Plain loops: this is asked for every text. */
  static boolean areWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i)) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean isPair(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1));
  }

  /** With U+FFFD, the replacement character, for each that has none. */
  static String mended(String text) {
    StringBuilder mended = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isPair(text, i)) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        mended.setCharAt(i, REPLACEMENT);
      }
    }
    return mended.toString();
  }

  /** As a JSON string of ASCII alone. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 8).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
        escaped.append("\\u%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.append('"').toString();
  }
}
