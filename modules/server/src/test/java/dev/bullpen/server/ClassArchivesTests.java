package dev.bullpen.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTests {
  @TempDir Path home;

  @Test
  void those_that_other_users_may_change_are_made_again_and_not_used() throws IOException {
    Path folder = Files.createDirectories(home.resolve("lib/archive/this-jdk"));
    ClassArchives.note(folder, home);
    Path helper = Files.createFile(ClassArchives.ofHelper(folder, home).orElseThrow());
    String supervisor = helper.getFileName().toString().replace("helper", "supervisor-http");
    Files.createFile(helper.resolveSibling(supervisor));
    assertTrue(ClassArchives.areMade(folder, home));

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));

    assertFalse(ClassArchives.areMade(folder, home));
    assertEquals(Optional.empty(), ClassArchives.ofHelper(folder, home));
  }

  @Test
  void each_place_is_noted_once_and_the_last_is_the_one_they_are_for() throws IOException {
    Path folder = Files.createDirectories(home.resolve("archive/this-jdk"));
    assertTrue(ClassArchives.ofHelper(folder, Path.of("/here")).isEmpty());
    for (String place : List.of("/here", "/there", "/here", "/there")) {
      ClassArchives.note(folder, Path.of(place));
      assertTrue(ClassArchives.ofHelper(folder, Path.of(place)).isPresent());
    }

    assertEquals(List.of("/here", "/there"), Files.readAllLines(folder.resolve("places")));
    assertTrue(ClassArchives.ofHelper(folder, Path.of("/here")).isEmpty());
  }
}
