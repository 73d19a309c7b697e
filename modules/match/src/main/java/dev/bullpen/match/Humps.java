package dev.bullpen.match;

/**
 * Whether a query is put together from beginnings of words, one or more characters of each, in
 * their order and not necessarily of all: {@code gst} of {@code getStatus}.
 *
 * <p>All ways of taking it apart are followed at once, each as a bit: after every byte of the value
 * a bit says whether the query's first so many bytes have been found, ending at just this byte or
 * at an earlier one. From an earlier one it goes on at a word's first byte only. A character is
 * never taken apart, since only the first of its bytes begins a word.
 */
final class Humps {
  /** Bytes of the query, a bit each; a longer one is nobody's abbreviation. */
  private static final int MOST = 64;

  private static final int OCTETS = 256;

  private final long[] positions = new long[OCTETS];
  private final long whole;

  Humps(byte[] query) {
    this.whole = query.length > MOST ? 0 : 1L << query.length - 1;
    for (int i = 0; i < query.length && i < MOST; i++) {
      positions[query[i] & 0xff] |= 1L << i;
    }
  }

  boolean fit(byte[] text, long[] wordStarts, int from, int to) {
    long here = 0;
    long earlier = 0;
    for (int at = from; at < to; at++) {
      long goingOn = MatchIndex.has(wordStarts, at) ? earlier << 1 | 1 : here << 1;
      here = goingOn & positions[text[at] & 0xff];
      earlier |= here;
    }
    return (earlier & whole) != 0;
  }
}
