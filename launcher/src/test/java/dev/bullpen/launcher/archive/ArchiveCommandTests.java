package dev.bullpen.launcher.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Where the archives cannot even be begun. */
class ArchiveCommandTests {
  @TempDir Path home;
  private final Spoken spoken = new Spoken(false);
  private Path lib;

  @BeforeEach
  void a_home() throws IOException {
    lib = Files.createDirectory(home.resolve("lib"));
  }

  @Test
  void a_file_in_the_way_is_named_and_what_to_do() throws Exception {
    Files.createDirectory(lib.resolve("archive"));
    Files.createFile(lib.resolve("archive/this-jdk"));

    assertEquals(ExitCode.FAILED, run());
    assertEquals(
        "launcher: no class archive, so servers start slower: %s cannot be used (FileAlreadyExistsException). Check it, and run launcher archive again.\n"
            .formatted(lib.resolve("archive/this-jdk")),
        spoken.err());
  }

  @Test
  void a_folder_that_may_not_be_written_is_named_with_the_reason() throws Exception {
    Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(lib), "root may write everywhere");

    assertEquals(ExitCode.FAILED, run());
    assertEquals(
        "launcher: no class archive, so servers start slower: %s may not be written by this user. Run launcher archive as a user who may.\n"
            .formatted(lib.resolve("archive")),
        spoken.err());
  }

  @Test
  void what_has_failed_is_tried_again_the_next_day_and_at_once_by_who_asks_for_it()
      throws Exception {
    Path archive = Files.createDirectories(lib.resolve("archive/this-jdk"));
    Path failed = Files.createFile(archive.resolve("failed"));
    assertEquals(ExitCode.DONE, run("--missing"));
    assertEquals("", spoken.err());

    assertEquals(ExitCode.FAILED, run());
    assertTrue(spoken.err().startsWith("launcher: no class archive"), spoken.err());
    assertEquals(ExitCode.DONE, run("--missing"));

    Files.setLastModifiedTime(
        failed, FileTime.from(Instant.now().minus(Duration.ofDays(1).plusMinutes(1))));
    assertEquals(ExitCode.FAILED, run("--missing"));
  }

  private int run(String... words) throws InterruptedException {
    ArchiveCommand command = new ArchiveCommand(new Home(home, lib.resolve("archive/this-jdk")));
    return command.run(
        new CommandLine(command.spec().name("archive")).parseArgs(words), spoken.console());
  }
}
