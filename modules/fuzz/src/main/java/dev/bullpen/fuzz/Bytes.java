package dev.bullpen.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Bytes that have suffered on their way. */
public final class Bytes {
  private static final byte[] TELLING = {
    0, 1, '\n', '\r', ' ', '"', '\\', '{', '[', (byte) 0x80, (byte) 0xff
  };

  private Bytes() {}

  /** Random ones, up to so many. */
  public static byte[] random(Random chance, int most) {
    byte[] bytes = new byte[chance.nextInt(most + 1)];
    chance.nextBytes(bytes);
    return bytes;
  }

  /**
   * A copy with one to four faults: bytes changed, lost, added, repeated, or cut off at the end.
   */
  public static byte[] damaged(byte[] good, Random chance) {
    byte[] bytes = good;
    for (int faults = 1 + chance.nextInt(4); faults > 0; faults--) {
      bytes = damagedOnce(bytes, chance);
    }
    return bytes;
  }

  private static byte[] damagedOnce(byte[] good, Random chance) {
    int from = chance.nextInt(good.length + 1);
    int to = Math.min(good.length, from + chance.nextInt(1 + chance.nextInt(40)));
    return switch (chance.nextInt(6)) {
      case 0 -> joined(good, from, new byte[] {any(chance)}, Math.min(good.length, from + 1));
      case 1 -> joined(good, from, new byte[] {telling(chance)}, Math.min(good.length, from + 1));
      case 2 -> joined(good, from, new byte[0], to);
      case 3 -> joined(good, from, random(chance, 8), from);
      case 4 -> joined(good, to, java.util.Arrays.copyOfRange(good, from, to), to);
      default -> java.util.Arrays.copyOf(good, from);
    };
  }

  private static byte any(Random chance) {
    return (byte) chance.nextInt();
  }

  private static byte telling(Random chance) {
    return TELLING[chance.nextInt(TELLING.length)];
  }

  private static byte[] joined(byte[] good, int until, byte[] between, int from) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(good, 0, until);
    out.writeBytes(between);
    out.write(good, from, good.length - from);
    return out.toByteArray();
  }
}
