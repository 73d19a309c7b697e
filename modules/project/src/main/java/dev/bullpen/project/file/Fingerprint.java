package dev.bullpen.project.file;

import dev.bullpen.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * A short text that differs when its parts differ, and is the same after a restart. Each part is
 * preceded by its length, so that different sequences of parts never look the same.
 */
public final class Fingerprint {
  /**
   * How many bytes of SHA-256 are kept: with 128 bits, two different lists never match by chance.
   */
  private static final int LENGTH = 16;

  private final MessageDigest digest = digest();

  public Fingerprint() {}

  public Fingerprint add(JsonNode value) {
    return add(Json.bytes(value));
  }

  public Fingerprint add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  private Fingerprint add(byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  /** Lower-case hexadecimal. */
  public String text() {
    return HexFormat.of().formatHex(digest.digest(), 0, LENGTH);
  }

  /** The whole SHA-256 of some bytes, in lower-case hexadecimal. */
  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
