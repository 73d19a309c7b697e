import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.module.ModuleDescriptor;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Completes the module descriptors of the jars in the folders given. A jar whose descriptor does
 * not list its packages (JVMS 4.7.26), as some libraries' does not, is searched for them at each
 * start of a JVM with a module path; the jar tool writes the list into a descriptor that it puts
 * into a jar. A jar that it cannot write stays as it is, and is searched.
 */
final class ListPackages {
  /** The second is of a jar that has no modules to older JVMs (JEP 238). */
  private static final List<String> DESCRIPTORS =
      List.of("module-info.class", "META-INF/versions/9/module-info.class");

  /** Of what is written, so that every build makes the same jars. */
  private static final String DATE = "2020-01-01T00:00:00Z";

  private ListPackages() {}

  public static void main(String[] folders) throws IOException {
    for (String folder : folders) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
        for (Path jar : jars) {
          complete(jar);
        }
      }
    }
  }

  private static void complete(Path jar) throws IOException {
    Path root = Files.createTempDirectory("descriptors");
    try {
      for (String name : DESCRIPTORS) {
        Path descriptor = root.resolve(name);
        if (extract(jar, name, descriptor) && !listsPackages(descriptor)) {
          put(jar, name, root);
        }
      }
    } finally {
      remove(root);
    }
  }

  private static boolean extract(Path jar, String name, Path target) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(name);
      if (entry == null) {
        return false;
      }
      Files.createDirectories(target.getParent());
      try (InputStream in = file.getInputStream(entry)) {
        Files.copy(in, target);
      }
      return true;
    }
  }

  private static boolean listsPackages(Path descriptor) throws IOException {
    Set<String> exported;
    try (InputStream in = Files.newInputStream(descriptor)) {
      exported = ModuleDescriptor.read(in).packages();
    }
    AtomicBoolean asked = new AtomicBoolean(); // only for a list that is not there
    try (InputStream in = Files.newInputStream(descriptor)) {
      ModuleDescriptor.read(
          in,
          () -> {
            asked.set(true);
            return exported;
          });
    }
    return !asked.get();
  }

  private static void put(Path jar, String name, Path root) {
    PrintWriter errors = new PrintWriter(System.err, true);
    ToolProvider.findFirst("jar")
        .orElseThrow()
        .run(
            errors,
            errors,
            "--update",
            "--date=" + DATE,
            "--file=" + jar,
            "-C",
            root.toString(),
            name);
  }

  private static void remove(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
