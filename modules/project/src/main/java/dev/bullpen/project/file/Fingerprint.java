package dev.bullpen.project.file;

import dev.bullpen.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * A short text that differs where what went into it differs, and is the same after a restart.
 *
 * <p>Each part is preceded by its length, so that no two sequences of parts run together.
 */
public final class Fingerprint {
  /** Bytes of SHA-256 that are kept: two lists that differ do not meet by chance in 128 bits. */
  private static final int LENGTH = 16;

  private final MessageDigest digest = Sha256.digest();

  public Fingerprint() {}

  public Fingerprint add(JsonNode value) {
    return add(Json.bytes(value));
  }

  public Fingerprint add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lower-case hexadecimal. */
  public String text() {
    return HexFormat.of().formatHex(digest.digest(), 0, LENGTH);
  }

  private Fingerprint add(byte[] bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (bytes.length >>> shift));
    }
    digest.update(bytes);
    return this;
  }
}
