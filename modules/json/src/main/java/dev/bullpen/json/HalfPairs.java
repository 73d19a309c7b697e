package dev.bullpen.json;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Half a surrogate pair, which is legal (RFC 8259, 8.2). Jackson takes it in values only. */
final class HalfPairs {
  static final Pattern HALF = Pattern.compile("\\p{Cs}");

  private static final int ESCAPE = 6;

  private static final String REPLACEMENT = "\\ufffd";

  private final String json;

  private @Nullable StringBuilder mended;

  private HalfPairs(String json) {
    this.json = json;
  }

  /**
   * Replaces half pairs in names by U+FFFD. Empty if no name has any, or if memory is short. Values
   * keep theirs, so that no id changes.
   */
  static Optional<String> mendedInNames(String json) {
    HalfPairs text = new HalfPairs(json);
    for (int i = 0; i < json.length(); i++) {
      if (json.charAt(i) == '"') {
        int end = text.endOfString(i + 1);
        if (text.isName(end) && !text.mend(i + 1, end)) {
          return Optional.empty();
        }
        i = end;
      }
    }
    return Optional.ofNullable(text.mended).map(StringBuilder::toString);
  }

  /** The same text with U+FFFD in the place of each half. */
  static String mended(String text) {
    return Json.hasLoneSurrogate(text)
        ? HALF.matcher(text).replaceAll(String.valueOf(Json.REPLACEMENT))
        : text;
  }

  private int endOfString(int from) {
    int i = from;
    while (i < json.length() && json.charAt(i) != '"') {
      i += json.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, json.length());
  }

  private boolean isName(int end) {
    int i = end + 1;
    while (i < json.length() && Json.isWhitespace(json.charAt(i))) {
      i++;
    }
    return i < json.length() && json.charAt(i) == ':';
  }

  private boolean mend(int from, int end) {
    int i = from;
    while (i < end) {
      if (json.charAt(i) != '\\') {
        i++;
      } else if (!isSurrogate(i)) {
        i += 2;
      } else if (isHigh(i) && isSurrogate(i + ESCAPE) && !isHigh(i + ESCAPE)) {
        i += 2 * ESCAPE;
      } else if (mended == null && !HeapRoom.has((long) json.length() * 2 * Character.BYTES)) {
        return false;
      } else {
        mended = mended == null ? new StringBuilder(json) : mended;
        mended.replace(i, i + ESCAPE, REPLACEMENT);
        i += ESCAPE;
      }
    }
    return true;
  }

  /** Whether an escape of U+D800 to U+DFFF begins here. */
  private boolean isSurrogate(int at) {
    return at + ESCAPE <= json.length()
        && json.charAt(at) == '\\'
        && json.charAt(at + 1) == 'u'
        && Character.toLowerCase(json.charAt(at + 2)) == 'd'
        && Character.digit(json.charAt(at + 3), 16) >= 8
        && Character.digit(json.charAt(at + 4), 16) >= 0
        && Character.digit(json.charAt(at + 5), 16) >= 0;
  }

  private boolean isHigh(int at) {
    return Character.digit(json.charAt(at + 3), 16) < 0xc;
  }
}
