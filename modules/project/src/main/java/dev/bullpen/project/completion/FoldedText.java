package dev.bullpen.project.completion;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * A text as it is compared: after compatibility decomposition (NFKD, so that {@code ﬁ} is {@code
 * fi}), without the marks U+0300 to U+036F (so that {@code malaga} finds {@code Málaga}; the vowel
 * signs of other scripts stay), and by lower case of the upper case, in no particular language (so
 * that {@code ς} is {@code σ}).
 *
 * @param bytes folded, as UTF-8
 * @param wordStarts offsets of the bytes at which words begin: at a letter or digit after something
 *     else ({@code my-file}), at a capital after a small letter ({@code fooBar}), at the last of
 *     several capitals ({@code HTTPServer}), and where letters and digits meet ({@code utf8})
 */
record FoldedText(byte[] bytes, BitSet wordStarts) {
  private static final Pattern MARKS = Pattern.compile("[\u0300-\u036f]+");

  /** A letter without case counts as a small one. */
  private enum Kind {
    /** No letter and no digit; also what stands before a text and after it. */
    OTHER,
    LOWER,
    UPPER,
    DIGIT;

    static Kind at(String text, int index) {
      if (index >= text.length()) {
        return OTHER;
      }
      int codePoint = text.codePointAt(index);
      if (Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint)) {
        return UPPER;
      }
      if (Character.isLetter(codePoint)) {
        return LOWER;
      }
      return Character.isDigit(codePoint) ? DIGIT : OTHER;
    }

    boolean beginsWord(Kind before, Kind after) {
      if (this == OTHER || before == OTHER) {
        return this != OTHER;
      }
      if (this == DIGIT || before == DIGIT) {
        return this != before;
      }
      return this == UPPER && (before != UPPER || after == LOWER);
    }
  }

  static FoldedText of(String text) {
    String plain = isAscii(text) ? text : withoutMarks(text);
    StringBuilder folded = new StringBuilder(plain.length());
    BitSet wordStarts = new BitSet(plain.length());
    int offset = 0;
    Kind before = Kind.OTHER;
    Kind here = Kind.at(plain, 0);
    int at = 0;
    while (at < plain.length()) {
      int codePoint = plain.codePointAt(at);
      at += Character.charCount(codePoint);
      Kind after = Kind.at(plain, at);
      wordStarts.set(offset, here.beginsWord(before, after));
      before = here;
      here = after;
      int small = Character.toLowerCase(Character.toUpperCase(codePoint));
      folded.appendCodePoint(small);
      offset += utf8Length(small);
    }
    return new FoldedText(folded.toString().getBytes(StandardCharsets.UTF_8), wordStarts);
  }

  /** Most texts are, and the tables that the others need take milliseconds to load. */
  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String withoutMarks(String text) {
    return MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
