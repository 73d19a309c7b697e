package dev.bullpen.pool.setting;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * What a JVM of ours is told, so that text is UTF-8 there whatever the server's locale: the client
 * sends no other, and reads no other.
 */
public final class Encodings {
  private static final String LOCALE = "LC_ALL";

  /** Of most systems; where there is none, names of files are as in the locale of the server. */
  private static final String WITH_LETTERS = "C.UTF-8";

  private Encodings() {}

  /** Flags of the JVM. */
  public static List<String> flags() {
    return List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");
  }

  /**
   * Have it give any name to a file, which depends on its locale alone.
   *
   * @param environment the JVM's, to be changed
   */
  public static void nameFiles(Map<String, String> environment) {
    nameFiles(environment, System.getProperty("sun.jnu.encoding"));
  }

  /**
   * A locale that has letters says what files are called in. One that has none, such as C, says
   * nothing.
   *
   * @param encoding of our own JVM, for names of files
   */
  static void nameFiles(Map<String, String> environment, String encoding) {
    if (!Charset.forName(encoding).newEncoder().canEncode('\u00fc')) {
      environment.put(LOCALE, WITH_LETTERS);
    }
  }
}
