package dev.bullpen.helper.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProjectClasses;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What providers are loaded ahead. */
class WorkplaceTests {
  private final Workplace workplace =
      new Workplace(new Folders(Optional.empty(), Optional.empty()), new Events());

  /** Whose package another jar has sealed. */
  public static class Sealed {}

  /** Its parent's jar says that all of the package is in it, which it is not. */
  public static class Torn extends Sealed {}

  @Test
  void an_expected_class_that_the_jdk_refuses_for_its_jar_is_left_to_its_job(@TempDir Path folder)
      throws Exception {
    Manifest sealing = new Manifest();
    sealing.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    sealing.getMainAttributes().put(Attributes.Name.SEALED, "true");
    List<String> jars =
        List.of(
            jar(folder.resolve("sealed.jar"), sealing, Sealed.class),
            jar(folder.resolve("torn.jar"), new Manifest(), Torn.class));
    assertThrows(
        SecurityException.class, () -> new ProjectClasses().expect(jars, Torn.class.getName()));
    assertDoesNotThrow(() -> workplace.load(new Frame.Expect(Torn.class.getName(), jars)));
  }

  private static String jar(Path jar, Manifest manifest, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytes = type.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      bytes.transferTo(out);
    }
    return jar.toString();
  }
}
