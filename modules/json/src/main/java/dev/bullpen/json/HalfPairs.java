package dev.bullpen.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Optional;

/**
 * Texts with half a surrogate pair. The grammar has them (RFC 8259, section 8.2). Jackson takes
 * them in values only, and clients often nowhere.
 */
final class HalfPairs {
  /** A backslash, {@code u}, and four digits. */
  private static final int ESCAPE = 6;

  private static final byte[] REPLACEMENT = "\\ufffd".getBytes(US_ASCII);

  private final byte[] json;

  private byte[] mended;

  private HalfPairs(byte[] json) {
    this.json = json;
  }

  /**
   * The same with U+FFFD in their place. Values keep theirs; an id is not to become another.
   *
   * @return empty if no name has any, or there is no room for a copy
   */
  static Optional<byte[]> mendedInNames(byte[] json) {
    HalfPairs text = new HalfPairs(json);
    for (int i = 0; i < json.length; i++) {
      if (json[i] == '"') {
        int end = text.endOfString(i + 1);
        if (text.isName(end) && !text.mend(i + 1, end)) {
          return Optional.empty();
        }
        i = end;
      }
    }
    return Optional.ofNullable(text.mended);
  }

  /** The same text with U+FFFD in the place of each half. */
  static String mended(String text) {
    if (!Json.hasLoneSurrogate(text)) {
      return text;
    }
    StringBuilder whole = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? Json.REPLACEMENT : c)
        .forEach(whole::appendCodePoint);
    return whole.toString();
  }

  /** Where the closing quotation mark is, or the text ends. */
  private int endOfString(int from) {
    int i = from;
    while (i < json.length && json[i] != '"') {
      i += json[i] == '\\' ? 2 : 1;
    }
    return Math.min(i, json.length);
  }

  private boolean isName(int end) {
    int i = end + 1;
    while (i < json.length && Json.isWhitespace(json[i])) {
      i++;
    }
    return i < json.length && json[i] == ':';
  }

  private boolean mend(int from, int end) {
    int i = from;
    while (i < end) {
      if (json[i] != '\\') {
        i++;
      } else if (!isSurrogate(i)) {
        i += 2;
      } else if (isHigh(i) && isSurrogate(i + ESCAPE) && !isHigh(i + ESCAPE)) {
        i += 2 * ESCAPE;
      } else if (mended == null && !HeapRoom.has(json.length)) {
        return false;
      } else {
        mended = mended == null ? json.clone() : mended;
        System.arraycopy(REPLACEMENT, 0, mended, i, ESCAPE);
        i += ESCAPE;
      }
    }
    return true;
  }

  /** Whether an escape of U+D800 to U+DFFF begins here. */
  private boolean isSurrogate(int at) {
    return at + ESCAPE <= json.length
        && json[at] == '\\'
        && json[at + 1] == 'u'
        && Character.toLowerCase(json[at + 2]) == 'd'
        && Character.digit(json[at + 3], 16) >= 8
        && Character.digit(json[at + 4], 16) >= 0
        && Character.digit(json[at + 5], 16) >= 0;
  }

  private boolean isHigh(int at) {
    return Character.digit(json[at + 3], 16) < 0xc;
  }
}
