package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that {@code launcher config} writes into the files of clients. */
class LastingCommandTests {
  @TempDir Path folder;

  private Path executable(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(file).toFile().setExecutable(true);
    return file;
  }

  private Path lasting(String home) {
    return new Home(folder.resolve(home), folder).lastingCommand();
  }

  @Test
  void of_a_build_in_a_checkout_it_is_the_one_that_builds() throws IOException {
    Path builds = executable("bullpen/launcher/bin/launcher");

    assertEquals(builds, lasting("bullpen/launcher/target/bullpen-0.1.0"));
  }

  @Test
  void of_an_unpacked_package_it_is_its_own() throws IOException {
    executable("bullpen/bin/launcher");

    assertEquals(folder.resolve("opt/bullpen-0.1.0/bin/launcher"), lasting("opt/bullpen-0.1.0"));
    assertEquals(folder.resolve("bullpen/x/y/bin/launcher"), lasting("bullpen/x/y"));
    assertEquals(
        folder.resolve("other/launcher/target/x/bin/launcher"), lasting("other/launcher/target/x"));
  }
}
