package dev.bullpen.acceptance.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A file with the tokens of clients, as operators write it. */
public final class TokenFile {
  private TokenFile() {}

  /**
   * Written with mode 0600.
   *
   * @param entries objects of JSON; {@link #hash} makes what they need of a token
   */
  public static Path write(Path file, String... entries) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, "{\"tokens\": [" + String.join(",", entries) + "]}\n");
  }

  /** The SHA-256 of a token, in hexadecimal digits. */
  public static String hash(String token) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
