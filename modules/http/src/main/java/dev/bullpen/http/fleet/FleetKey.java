package dev.bullpen.http.fleet;

import dev.bullpen.http.access.PermissionFile;
import dev.bullpen.project.metadata.EntryException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that the replicas of a fleet share, as two keys for different uses.
 *
 * @param seal seals the states that clients send back
 * @param signature signs requests from one replica to another
 */
record FleetKey(byte[] seal, byte[] signature) {
  /** One or two lines of 64 hexadecimal digits. The first key is used, both are accepted. */
  static final PermissionFile.Kind<FleetKey> FILE =
      new PermissionFile.Kind<>("The file of fleet keys", FleetKey::read);

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MOST = 2;

  private static List<FleetKey> read(byte[] file) throws EntryException {
    List<FleetKey> keys = new ArrayList<>();
    for (String line : new String(file, StandardCharsets.UTF_8).lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        if (!line.strip().matches("[0-9A-Fa-f]{64}")) {
          throw new EntryException(
              "a line is not 64 hexadecimal digits", "Give what openssl rand -hex 32 prints");
        }
        keys.add(of(HexFormat.of().parseHex(line.strip())));
      }
    }
    if (keys.isEmpty() || keys.size() > MOST) {
      throw new EntryException(
          "it has %d keys".formatted(keys.size()),
          "Give one, or two during a key change, each on its own line");
    }
    return List.copyOf(keys);
  }

  static FleetKey of(byte[] secret) {
    return new FleetKey(mac(secret, "bullpen seal"), mac(secret, "bullpen peer"));
  }

  static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC with SHA-256", e);
    }
  }

  /** Contains no secret. */
  @Override
  public String toString() {
    return "FleetKey";
  }
}
