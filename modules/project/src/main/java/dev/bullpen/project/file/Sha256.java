package dev.bullpen.project.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;

/** SHA-256 in lower-case hexadecimal. */
public final class Sha256 {
  /** To find the algorithm costs more than to hash a request. Whoever takes it has it alone. */
  private static final AtomicReference<MessageDigest> KEPT = new AtomicReference<>();

  private Sha256() {}

  private static MessageDigest find() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static String hex(byte[] bytes) {
    MessageDigest kept = KEPT.getAndSet(null);
    MessageDigest digest = kept == null ? find() : kept;
    byte[] hash = digest.digest(bytes); // and begins anew
    KEPT.set(digest);
    return HexFormat.of().formatHex(hash);
  }
}
