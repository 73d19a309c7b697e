package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class FilledPipesTests {
  private static final int FULL = 64 * 1024;

  private final FilledPipes pipes = new FilledPipes();

  @ParameterizedTest
  @ValueSource(ints = {1, 4095, 4096, 4097, FULL - 1, FULL})
  void whoever_opens_one_by_its_name_reads_the_text_and_then_the_end(int length) throws Exception {
    byte[] text = new byte[length];
    text[length - 1] = 7;
    try (Descriptor pipe = pipes.of(text).orElseThrow()) {
      Path name = Path.of("/proc/self/fd/" + pipe.number());
      assertArrayEquals(text, Files.newInputStream(name).readAllBytes());
    }
  }

  @Test
  void a_text_that_does_not_fit_has_none_and_costs_no_descriptor() throws Exception {
    int before = descriptors();
    assertEquals(Optional.empty(), pipes.of(new byte[FULL + 1]));
    assertTrue(descriptors() <= before);
  }

  private static int descriptors() {
    return Path.of("/proc/self/fd").toFile().list().length;
  }
}
