package dev.bullpen.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pool never reads the wall clock: setting the clock ends no job and no helper. */
class WallClockTests {
  private static final List<String> WALL_CLOCKS =
      List.of(
          "currentTimeMillis",
          "java/time/Instant",
          "java/time/Clock",
          "java/util/Date",
          "java/util/Timer");

  @Test
  void no_class_of_the_pool_uses_one() throws Exception {
    Path classes =
        Path.of(HelperPool.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Path> files;
    try (Stream<Path> paths = Files.walk(classes)) {
      files = paths.filter(path -> path.toString().endsWith(".class")).toList();
    }
    assertFalse(files.isEmpty(), "no classes in " + classes);
    for (Path file : files) {
      String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
      assertEquals(
          List.of(), WALL_CLOCKS.stream().filter(constants::contains).toList(), file.toString());
    }
  }
}
