package dev.bullpen.acceptance.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.acceptance.npm.NpmFolder;
import dev.bullpen.testkit.fixture.DeployExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A parser of Docker's language takes the Containerfile. */
class ContainerfileTests {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String NAME = "Containerfile";

  @TempDir Path folder;

  @Test
  void it_is_taken() throws IOException {
    check(DeployExample.of(NAME), 0);
  }

  @ParameterizedTest
  @CsvSource({
    "USER 10001, USR 10001",
    "EXPOSE 8080, EXPOSE http",
    "FROM docker.io/library/eclipse-temurin, FORM docker.io/library/eclipse-temurin",
    "COPY project/ /srv/project/, COPY project/"
  })
  void control_a_broken_one_is_not(String given, String broken) throws IOException {
    check(DeployExample.of(NAME).with(given, broken), 1);
  }

  private void check(DeployExample file, int expected) throws IOException {
    NpmFolder npm = NpmFolder.installed("containerfile", "check.mjs");
    Path log = folder.resolve("log");
    int code = npm.run(log, PATIENCE, "node", "check.mjs", file.in(folder).toString());
    assertEquals(expected, code, Files.readString(log));
  }

  @Test
  void the_image_has_the_release_and_no_root() {
    Containerfile file = Containerfile.read(DeployExample.of(NAME));
    assertEquals("10001:10001", file.only("USER"));
    assertTrue(file.only("ADD").startsWith("bullpen-0.1.0.tar.gz "));
    assertEquals("SIGTERM", file.only("STOPSIGNAL"));
  }
}
