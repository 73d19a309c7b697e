package dev.bullpen.posix;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What JNA must be told before its first class is loaded, which every class of ours that uses it
 * sees to: where its native library lies since Bullpen was built. Otherwise it unpacks that at
 * every start, which takes a quarter of a helper's start and a temporary folder that programs may
 * be run from.
 */
final class Jna {
  static {
    String home = System.getProperty("bullpen.home");
    if (home != null) {
      Path folder = Path.of(home, "lib", "native", Host.jnaFolder());
      if (Files.isDirectory(folder)) {
        System.setProperty("jna.boot.library.path", folder.toString());
        System.setProperty("jna.nounpack", "true");
        System.setProperty("jna.noclasspath", "true");
      }
    }
  }

  private Jna() {}

  /** Do it, once. */
  static void prepare() {
    // Being called has initialised this class.
  }
}
