package dev.bullpen.match;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A text as it is compared; see the package.
 *
 * @param bytes folded, as UTF-8, whose bytes compare as its code points do
 * @param wordStarts offsets of the bytes at which words begin
 * @param letters of {@link Letters}
 */
record FoldedText(byte[] bytes, BitSet wordStarts, long letters) {
  /** Marks that are dropped: accents and the like, of the scripts that have letters without. */
  private static final int FIRST_MARK = 0x300;

  private static final int LAST_MARK = 0x36f;

  static FoldedText of(String text) {
    int[] codePoints = codePoints(isAscii(text) ? text : decomposed(text));
    StringBuilder folded = new StringBuilder(codePoints.length);
    BitSet wordStarts = new BitSet();
    long letters = 0;
    int offset = 0;
    byte before = Words.OTHER;
    for (int i = 0; i < codePoints.length; i++) {
      byte here = Words.of(codePoints[i]);
      byte after = i + 1 < codePoints.length ? Words.of(codePoints[i + 1]) : Words.OTHER;
      wordStarts.set(offset, Words.begin(before, here, after));
      before = here;
      int codePoint = fold(codePoints[i]);
      folded.appendCodePoint(codePoint);
      letters |= Letters.bit(codePoint);
      offset += utf8Length(codePoint);
    }
    return new FoldedText(folded.toString().getBytes(StandardCharsets.UTF_8), wordStarts, letters);
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

  private static String decomposed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKD);
  }

  private static int[] codePoints(String text) {
    int[] codePoints = new int[text.length()];
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      at += Character.charCount(codePoint);
      if (codePoint < FIRST_MARK || codePoint > LAST_MARK) {
        codePoints[count++] = codePoint;
      }
    }
    return Arrays.copyOf(codePoints, count);
  }

  private static int fold(int codePoint) {
    return Character.toLowerCase(Character.toUpperCase(codePoint));
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
