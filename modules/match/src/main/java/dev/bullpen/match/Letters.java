package dev.bullpen.match;

/**
 * Which characters a text has, as bits: a value can only fit if it has all those of the query. Each
 * letter a to z and each digit has a bit of its own, all other code points share the rest.
 */
final class Letters {
  private static final int DIGITS = 26;
  private static final int OTHERS = 36;
  private static final int OTHER_BITS = 26;

  private Letters() {}

  /** The bit of a folded code point; below 2^62, so that two bits are left for other use. */
  static long bit(int folded) {
    if (folded >= 'a' && folded <= 'z') {
      return 1L << folded - 'a';
    }
    if (folded >= '0' && folded <= '9') {
      return 1L << DIGITS + folded - '0';
    }
    return 1L << OTHERS + folded % OTHER_BITS;
  }

  /** Whether no other code point has the bit of this one. */
  static boolean isAlone(int folded) {
    return folded >= 'a' && folded <= 'z' || folded >= '0' && folded <= '9';
  }
}
