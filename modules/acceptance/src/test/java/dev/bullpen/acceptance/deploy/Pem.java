package dev.bullpen.acceptance.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate and its key, as balancers read them. */
final class Pem {
  private static final int LINE = 64;

  private Pem() {}

  /** Writes {@code mcp.crt}, {@code mcp.key}, and both as {@code mcp.pem}. */
  static void write(Path store, char[] password, Path folder) throws IOException {
    try {
      KeyStore keys = KeyStore.getInstance(store.toFile(), password);
      String certificate = pem("CERTIFICATE", keys.getCertificate("mcp").getEncoded());
      String key = pem("PRIVATE KEY", keys.getKey("mcp", password).getEncoded());
      Files.writeString(folder.resolve("mcp.crt"), certificate);
      Files.writeString(folder.resolve("mcp.key"), key);
      Files.writeString(folder.resolve("mcp.pem"), certificate + key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no certificate", e);
    }
  }

  private static String pem(String what, byte[] encoded) {
    byte[] end = "\n".getBytes(StandardCharsets.US_ASCII);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder(LINE, end).encodeToString(encoded), what);
  }
}
