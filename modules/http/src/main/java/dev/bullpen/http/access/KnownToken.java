package dev.bullpen.http.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A valid token, known only by its SHA-256, and its grant. */
final class KnownToken {
  private final byte[] sha256;
  private final Grant grant;

  KnownToken(byte[] sha256, Grant grant) {
    this.sha256 = sha256.clone();
    this.grant = grant;
  }

  static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Whether the token has this hash. Takes constant time. */
  boolean hasHash(byte[] hash) {
    return MessageDigest.isEqual(sha256, hash);
  }

  Grant grant() {
    return grant;
  }
}
