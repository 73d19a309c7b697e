package dev.bullpen.pool.setting;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Makes text UTF-8 in the JVMs that the server starts, in any locale, because clients use only
 * UTF-8.
 */
public final class Encodings {
  private static final String LOCALE = "LC_ALL";

  /** Most systems have it. Without it, files are named as in the server's locale. */
  private static final String WITH_LETTERS = "C.UTF-8";

  private Encodings() {}

  /** Flags of the JVM. */
  public static List<String> flags() {
    return List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");
  }

  /**
   * Makes a JVM encode file names as this one does, which depends on its locale. The start script
   * gives this JVM a locale with all letters, which the server's environment does not contain.
   *
   * @param environment of the JVM; is changed
   */
  public static void nameFiles(Map<String, String> environment) {
    nameFiles(environment, System.getenv(LOCALE), System.getProperty("sun.jnu.encoding"));
  }

  /**
   * @param own the locale of this JVM, null if none is set
   * @param encoding of this JVM for file names
   */
  static void nameFiles(Map<String, String> environment, String own, String encoding) {
    if (!Charset.forName(encoding).newEncoder().canEncode('\u00fc')) {
      environment.put(LOCALE, WITH_LETTERS);
    } else if (own != null) {
      environment.put(LOCALE, own);
    }
  }
}
