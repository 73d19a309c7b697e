package dev.bullpen.wire;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The classes of some modules of this JVM, to be loaded before they are needed.
 *
 * <p>A JVM loads a class when it first comes to it, and what a process does last it comes to last:
 * cancelling, burying, ending. If its jars have been overwritten or removed by then, it could do
 * none of that. Loading is all: nothing is initialized, and nothing runs that did not run before.
 *
 * <p>For one thread.
 */
public final class OwnClasses {
  private static final String CLASS = ".class";

  /** What one step may take is what somebody may have to wait for it. */
  private static final int STEP = 4;

  /** A system property, {@code true} while a class archive is recorded. */
  private static final String RECORDED = "bullpen.training";

  private record Name(Module module, String name) {}

  private final Deque<Name> left = new ArrayDeque<>();
  private int missing;

  private OwnClasses() {}

  /**
   * Those of modules of these names; none where they are no modules, as in an IDE.
   *
   * @param wanted which of them, by name
   * @throws IOException if the jars cannot be read
   */
  public static OwnClasses of(Set<String> modules, Predicate<String> wanted) throws IOException {
    OwnClasses classes = new OwnClasses();
    for (String module : modules) {
      Optional<ResolvedModule> found = ModuleLayer.boot().configuration().findModule(module);
      if (found.isPresent()) {
        try (ModuleReader reader = found.get().reference().open();
            Stream<String> files = reader.list()) {
          Module own = ModuleLayer.boot().findModule(module).orElseThrow();
          files
              .filter(OwnClasses::isClass)
              .map(OwnClasses::name)
              .filter(wanted)
              .forEach(name -> classes.left.add(new Name(own, name)));
        }
      }
    }
    return classes;
  }

  /**
   * Whether this JVM's classes are recorded for an archive: what is loaded is in it, and what is
   * not will be read from the jars at every start, so all is to be loaded now.
   */
  public static boolean areRecorded() {
    return Boolean.getBoolean(RECORDED);
  }

  private static boolean isClass(String file) {
    return file.endsWith(CLASS) && file.startsWith("dev/");
  }

  private static String name(String file) {
    return file.substring(0, file.length() - CLASS.length()).replace('/', '.');
  }

  /**
   * Load some more. One that cannot be loaded now could not be later, either: whoever comes to it
   * will say so.
   *
   * @return whether there are others
   */
  public boolean loadSome() {
    for (int i = 0; i < STEP && !left.isEmpty(); i++) {
      Name next = left.remove();
      try {
        Class.forName(next.module(), next.name());
      } catch (LinkageError e) {
        missing++;
      }
    }
    return !left.isEmpty();
  }

  /** How many could not be loaded. */
  public int missing() {
    return missing;
  }
}
