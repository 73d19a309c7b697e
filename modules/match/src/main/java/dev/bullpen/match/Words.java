package dev.bullpen.match;

/** Where words begin, by the kinds of neighbouring characters; see {@link Rank}. */
final class Words {
  /** No letter and no digit; also what stands before a text and after it. */
  static final byte OTHER = 0;

  static final byte LOWER = 1;
  static final byte UPPER = 2;
  static final byte DIGIT = 3;

  private static final int ASCII = 128;
  private static final byte[] KINDS = new byte[ASCII];

  static {
    for (int c = 0; c < ASCII; c++) {
      KINDS[c] = kind(c);
    }
  }

  private Words() {}

  static byte of(int codePoint) {
    return codePoint < ASCII ? KINDS[codePoint] : kind(codePoint);
  }

  /** A letter without case counts as a small one. */
  private static byte kind(int codePoint) {
    if (Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint)) {
      return UPPER;
    }
    if (Character.isLetter(codePoint)) {
      return LOWER;
    }
    return Character.isDigit(codePoint) ? DIGIT : OTHER;
  }

  /** Whether a word begins at a character between two others. */
  static boolean begin(byte before, byte here, byte after) {
    if (here == OTHER || before == OTHER) {
      return here != OTHER;
    }
    if (here == DIGIT || before == DIGIT) {
      return here != before;
    }
    return here == UPPER && (before != UPPER || after == LOWER);
  }
}
