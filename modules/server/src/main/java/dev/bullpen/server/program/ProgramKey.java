package dev.bullpen.server.program;

import dev.bullpen.project.script.Library;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The name under which classes are kept: another one for everything that might change them. */
final class ProgramKey {
  /** Raised whenever a kept folder looks different. */
  private static final String FORM = "2";

  private ProgramKey() {}

  /**
   * SHA-256 of all of it, in lower-case hexadecimal.
   *
   * @param name of the file, which is in the classes
   * @param content of a source; of a jar, what tells its state
   * @param compiler its stamp
   */
  static String of(String name, byte[] content, List<Library> libraries, String compiler) {
    MessageDigest digest = sha256();
    add(digest, FORM.getBytes(StandardCharsets.UTF_8));
    add(digest, name.getBytes(StandardCharsets.UTF_8));
    add(digest, content);
    add(digest, compiler.getBytes(StandardCharsets.UTF_8));
    for (Library library : libraries) {
      add(digest, library.path().toString().getBytes(StandardCharsets.UTF_8));
      add(digest, library.stamp().getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** With its length, so that no two lists of parts look the same. */
  private static void add(MessageDigest digest, byte[] part) {
    digest.update(Integer.toString(part.length).getBytes(StandardCharsets.US_ASCII));
    digest.update((byte) ':');
    digest.update(part);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
