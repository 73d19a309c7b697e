package dev.bullpen.posix.log;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppendedFileTests {
  @TempDir Path folder;

  private Path path;

  @BeforeEach
  void name_one() {
    path = folder.resolve("log");
  }

  /** Is moved away each time it has just been opened, for so many times. */
  private final class Rotated extends AppendedFile {
    private final boolean isMadeAnew;
    private int times;

    Rotated(int times, boolean isMadeAnew) {
      super(path);
      this.times = times;
      this.isMadeAnew = isMadeAnew;
    }

    @Override
    FileChannel openOnce() throws IOException {
      FileChannel opened = super.openOnce();
      if (times > 0) {
        Files.move(path, folder.resolve("log." + times));
        times--;
        if (isMadeAnew) {
          Files.createFile(path);
        }
      }
      return opened;
    }
  }

  @ParameterizedTest
  @CsvSource({"1,false", "1,true", "3,false", "3,true"})
  void one_that_is_moved_away_just_when_it_was_opened_gets_no_line(int times, boolean isMadeAnew)
      throws IOException {
    AppendedFile file = new Rotated(times, isMadeAnew);
    write(file, "one", "two");
    assertEquals(List.of("one", "two"), Files.readAllLines(path));
  }

  @ParameterizedTest
  @CsvSource({"20,false", "20,true"})
  void one_that_is_moved_away_again_and_again_gets_a_line_nevertheless(
      int times, boolean isMadeAnew) throws IOException {
    AppendedFile file = new Rotated(times, isMadeAnew);
    write(file, "one", "two", "three", "four", "five");
    assertEquals("five", Files.readAllLines(path).get(0));
  }

  private static void write(AppendedFile file, String... lines) throws IOException {
    for (String line : lines) {
      file.write((line + "\n").getBytes(US_ASCII));
    }
  }
}
