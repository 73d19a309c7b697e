package dev.bullpen.posix.libc;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Loads JNA without two things it does at every start: unpacking its native library, which lies
 * ready in the distribution, to a temporary folder that programs may be run from; and running
 * {@code ldconfig -p}, two processes, for folders of libraries.
 *
 * <p>JNA reads the properties for that once. They are removed then, for a provider may bring a JNA
 * of its own.
 */
public final class Jna {
  private static final Loaded LOADED = load();

  /** The process as a library, or why there is none. */
  private record Loaded(Optional<NativeLibrary> process, Optional<String> failure) {}

  private Jna() {}

  /** Load it before its first class is used; done once. */
  public static void prepare() {
    process();
  }

  /** This process as a library, with all the C library has. */
  public static NativeLibrary process() {
    if (LOADED.failure.isPresent()) {
      throw new UnsatisfiedLinkError(LOADED.failure.get());
    }
    return LOADED.process.get();
  }

  /** Why it cannot be loaded; empty if it is. */
  public static Optional<String> failure() {
    return LOADED.failure;
  }

  private static Loaded load() {
    Optional<Path> folder = folder();
    try {
      return new Loaded(Optional.of(load(folder)), Optional.empty());
    } catch (UnsatisfiedLinkError e) {
      String reason = folder.flatMap(Jna::flaw).orElse(e.getMessage());
      return new Loaded(
          Optional.empty(), Optional.of("the system's calls cannot be made: " + reason));
    }
  }

  /** Where its native library lies ready for this machine. */
  private static Optional<Path> folder() {
    String home = System.getProperty("bullpen.home");
    if (home == null) {
      return Optional.empty();
    }
    Path folder = Path.of(home, "lib", "native", Host.jnaFolder());
    return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
  }

  /** What the loader has against it: JNA itself only says that it has found none. */
  private static Optional<String> flaw(Path folder) {
    try {
      System.load(folder.resolve(System.mapLibraryName("jnidispatch")).toString());
      return Optional.empty();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(e.getMessage());
    }
  }

  private static NativeLibrary load(Optional<Path> folder) {
    Map<String, String> told = new HashMap<>();
    told.put("jna.platform.library.path", "");
    if (folder.isPresent()) {
      told.put("jna.boot.library.path", folder.get().toString());
      told.put("jna.nounpack", "true");
      told.put("jna.noclasspath", "true");
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
