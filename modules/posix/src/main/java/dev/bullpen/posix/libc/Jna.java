package dev.bullpen.posix.libc;

import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Loads JNA without two steps that it takes at every start. One unpacks its native library, which
 * the distribution has unpacked, to a temporary folder from which programs may be run. The other
 * runs {@code ldconfig -p}, two processes, to find folders of libraries.
 *
 * <p>JNA reads the properties for that once. Then they are removed, because a provider may bring
 * another JNA.
 */
public final class Jna {
  private static final Loaded LOADED = load();

  /** This process as a library, or why it cannot be loaded. */
  private record Loaded(Optional<NativeLibrary> process, Optional<String> failure) {}

  private Jna() {}

  /** Called before the first class of JNA is used. */
  public static void prepare() {
    process();
  }

  /** This process as a library, with all functions of the C library. */
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

  /** The folder with its native library for this machine. */
  private static Optional<Path> folder() {
    String home = System.getProperty("bullpen.home");
    if (home == null) {
      return Optional.empty();
    }
    Path folder = Path.of(home, "lib", "native", Host.jnaFolder());
    return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
  }

  /** Why the library cannot be loaded. JNA itself reports only that it has found none. */
  private static Optional<String> flaw(Path folder) {
    try {
      System.load(folder.resolve(System.mapLibraryName("jnidispatch")).toString());
      return Optional.empty();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(e.getMessage());
    }
  }

  private static NativeLibrary load(Optional<Path> folder) {
    Map<String, String> settings = new HashMap<>();
    settings.put("jna.platform.library.path", "");
    if (folder.isPresent()) {
      settings.put("jna.boot.library.path", folder.get().toString());
      settings.put("jna.nounpack", "true");
      settings.put("jna.noclasspath", "true");
    }
    settings.keySet().removeIf(name -> System.getProperty(name) != null);
    settings.forEach(System::setProperty);
    try {
      return NativeLibrary.getProcess();
    } finally {
      settings.keySet().forEach(System::clearProperty);
    }
  }
}
