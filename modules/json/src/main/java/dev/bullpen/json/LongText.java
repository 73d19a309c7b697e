package dev.bullpen.json;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Bytes that are looked through in pieces, none of which is kept.
 *
 * @param isUtf8 whether all of them are
 * @param chars how many they are, if so
 * @param isLatin1 whether a string of them takes a byte for each, and not two
 */
record LongText(byte[] bytes, boolean isUtf8, long chars, boolean isLatin1) {
  private static final int PIECE_CHARS = 8 * 1024;
  private static final char LAST_LATIN1 = 0xff;

  static LongText of(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer piece = CharBuffer.allocate(PIECE_CHARS);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CoderResult result = CoderResult.OVERFLOW;
    long chars = 0;
    boolean latin1 = true;
    while (result.isOverflow()) {
      result = decoder.decode(in, piece.clear(), true);
      chars += piece.position();
      latin1 = latin1 && isLatin1(piece.array(), piece.position());
    }
    return new LongText(bytes, result.isUnderflow(), chars, latin1);
  }

  private static boolean isLatin1(char[] piece, int length) {
    char all = 0;
    for (int i = 0; i < length; i++) {
      all |= piece[i];
    }
    return all <= LAST_LATIN1;
  }

  /**
   * What Jackson needs for a moment if nearly all of it is one string: the characters as they were
   * found, a builder they are put together in, and the string.
   */
  long readingBytes() {
    return chars * (Character.BYTES + (isLatin1 ? 2L : 2L * Character.BYTES));
  }

  Reader reader() {
    return new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8);
  }
}
