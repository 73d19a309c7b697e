package dev.bullpen.server.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Which class of a jar is the provider: what it declares as a service of {@code dev.bullpen.api},
 * else its {@code Main-Class}.
 */
final class JarProvider {
  /** In the order in which a source's classes are asked. */
  private static final List<String> INTERFACES =
      List.of("CompletionProvider", "Tool", "Prompt", "ResourceReader");

  /** A declaration is a line or two. */
  private static final int DECLARATION_BYTES = 64 * 1024;

  private JarProvider() {}

  /**
   * Its name; empty if the jar names none.
   *
   * @throws IOException if it is no jar, or cannot be read
   */
  static Optional<String> of(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      for (String name : INTERFACES) {
        ZipEntry entry = jar.getEntry("META-INF/services/dev.bullpen.api." + name);
        Optional<String> provider = entry == null ? Optional.empty() : declared(jar, entry);
        if (provider.isPresent()) {
          return provider;
        }
      }
      Manifest manifest = jar.getManifest();
      return Optional.ofNullable(manifest)
          .map(found -> found.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
          .map(String::strip)
          .filter(ClassFolder::isClassName);
    }
  }

  /** The first name in a file that may have comments, see {@link java.util.ServiceLoader}. */
  private static Optional<String> declared(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      String text = new String(in.readNBytes(DECLARATION_BYTES), StandardCharsets.UTF_8);
      return text.lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(ClassFolder::isClassName)
          .findFirst();
    }
  }
}
