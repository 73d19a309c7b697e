package dev.bullpen.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The classes of some modules of this JVM, loaded while a class archive is recorded. Classes that
 * are loaded then are in the archive; all others are read from the jars at every start.
 */
public final class OwnClasses {
  private static final String CLASS = ".class";

  /** A system property, {@code true} while a class archive is recorded. */
  private static final String RECORDED = "bullpen.training";

  private OwnClasses() {}

  /** Whether this JVM's classes are recorded for an archive. */
  public static boolean areRecorded() {
    return Boolean.getBoolean(RECORDED);
  }

  /**
   * Load all classes of these modules, without initializing them. Names that are no modules, as in
   * an IDE, and classes that cannot be linked are left out.
   *
   * @return how many are loaded
   * @throws UncheckedIOException if the jars cannot be read
   */
  public static int load(Set<String> modules) {
    int loaded = 0;
    for (String name : modules) {
      Optional<ResolvedModule> found = ModuleLayer.boot().configuration().findModule(name);
      if (found.isPresent()) {
        Module module = ModuleLayer.boot().findModule(name).orElseThrow();
        for (String file : files(found.get())) {
          loaded += load(module, file) ? 1 : 0;
        }
      }
    }
    return loaded;
  }

  private static List<String> files(ResolvedModule module) {
    try (ModuleReader reader = module.reference().open();
        Stream<String> files = reader.list()) {
      return files.filter(file -> file.endsWith(CLASS) && file.startsWith("dev/")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean load(Module module, String file) {
    String name = file.substring(0, file.length() - CLASS.length()).replace('/', '.');
    try {
      return Class.forName(module, name) != null;
    } catch (LinkageError e) { // as of a class that needs a module this Java lacks
      return false;
    }
  }
}
