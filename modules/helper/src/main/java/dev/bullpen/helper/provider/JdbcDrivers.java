package dev.bullpen.helper.provider;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * The JDBC drivers in a project's libraries. {@code DriverManager} looks for drivers once in the
 * life of a JVM, and gives each caller only those of the caller's own loader: those of every later
 * loader it does not find. So they are initialized, which registers them, when classes of a loader
 * first name it.
 */
final class JdbcDrivers {
  private static final String SERVICE = "META-INF/services/java.sql.Driver";
  private static final String COMMENT = "#";

  private JdbcDrivers() {}

  /** Those which that loader itself finds, and not its parents. */
  static void register(URLClassLoader loader, NativeLibraries libraries) {
    try {
      for (URL file : Collections.list(loader.findResources(SERVICE))) {
        for (String driver : drivers(file)) {
          register(driver, loader, libraries);
        }
      }
    } catch (IOException e) {
      System.err.println("helper: drivers cannot be looked for: " + e.getMessage());
    }
  }

  private static List<String> drivers(URL file) throws IOException {
    try (InputStream in = file.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> (line + COMMENT).substring(0, (line + COMMENT).indexOf(COMMENT)).strip())
          .filter(name -> !name.isEmpty())
          .toList();
    }
  }

  private static void register(String driver, ClassLoader loader, NativeLibraries libraries) {
    try {
      Class.forName(driver, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      // As DriverManager does: others may do, and who needs this one hears that there is none.
      libraries.heed(e);
    }
  }
}
