package dev.bullpen.posix;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Has JNA loaded without what it does by itself at every start: to unpack its native library, which
 * lies ready since Bullpen was built and would need a temporary folder that programs may be run
 * from; and to run {@code ldconfig -p}, two processes, for folders of libraries nobody here asks
 * for.
 *
 * <p>What it is told for that it reads once. It is not left to others of this JVM: a provider may
 * bring a JNA of its own.
 */
final class Jna {
  private static final NativeLibrary PROCESS = load();

  private Jna() {}

  /** Load it before its first class is used; done once. */
  static void prepare() {
    // Being called has initialised this class.
  }

  /** This process as a library, with all the C library has. */
  static NativeLibrary process() {
    return PROCESS;
  }

  private static NativeLibrary load() {
    Map<String, String> told = new HashMap<>();
    told.put("jna.platform.library.path", "");
    String home = System.getProperty("bullpen.home");
    if (home != null) {
      Path folder = Path.of(home, "lib", "native", Host.jnaFolder());
      if (Files.isDirectory(folder)) {
        told.put("jna.boot.library.path", folder.toString());
        told.put("jna.nounpack", "true");
        told.put("jna.noclasspath", "true");
      }
    }
    told.keySet().removeIf(name -> System.getProperty(name) != null);
    told.forEach(System::setProperty);
    try {
      return NativeLibrary.getProcess();
    } finally {
      told.keySet().forEach(System::clearProperty);
    }
  }
}
