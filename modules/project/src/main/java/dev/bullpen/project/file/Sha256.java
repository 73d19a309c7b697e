package dev.bullpen.project.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hexadecimal. */
public final class Sha256 {
  /** To find the algorithm costs more than to hash a request. */
  private static final MessageDigest UNUSED = find();

  private Sha256() {}

  private static MessageDigest find() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static String hex(byte[] bytes) {
    try {
      MessageDigest digest = (MessageDigest) UNUSED.clone();
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
    }
  }
}
