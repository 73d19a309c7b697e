package dev.bullpen.testkit;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Marks that no other environment holds. */
public final class Tokens {
  private static final int BYTES = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** A new one: {@code t} and 24 hexadecimal digits. */
  public static String fresh() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return "t" + HexFormat.of().formatHex(bytes);
  }
}
