package dev.bullpen.pool.setting;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Makes text UTF-8 in the JVMs that the server starts, whatever its locale: the client sends no
 * other, and reads no other.
 */
public final class Encodings {
  private static final String LOCALE = "LC_ALL";

  /** Most systems have it; where there is none, files are named as in the server's locale. */
  private static final String WITH_LETTERS = "C.UTF-8";

  private Encodings() {}

  /** Flags of the JVM. */
  public static List<String> flags() {
    return List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");
  }

  /**
   * Has a JVM name files as this one does, which depends on its locale alone. The start script
   * gives this JVM a locale with all letters, which the server's environment does not show.
   *
   * @param environment the JVM's, to be changed
   */
  public static void nameFiles(Map<String, String> environment) {
    nameFiles(environment, System.getenv(LOCALE), System.getProperty("sun.jnu.encoding"));
  }

  /**
   * @param own the locale of this JVM, null if none is set
   * @param encoding of this JVM, for names of files
   */
  static void nameFiles(Map<String, String> environment, String own, String encoding) {
    if (!Charset.forName(encoding).newEncoder().canEncode('\u00fc')) {
      environment.put(LOCALE, WITH_LETTERS);
    } else if (own != null) {
      environment.put(LOCALE, own);
    }
  }
}
