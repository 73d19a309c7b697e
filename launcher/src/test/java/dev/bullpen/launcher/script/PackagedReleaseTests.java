package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.share.Shells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a build with -Ppackages leaves beside the tarball. */
@Timeout(180)
class PackagedReleaseTests extends PackagedCommand {
  private static final String NAME = PRODUCT.getFileName().toString();
  private static final Path ZIP = PRODUCT.resolveSibling(NAME + ".zip");
  private static final Path DEB =
      PRODUCT.resolveSibling("bullpen_" + System.getProperty("bullpen.version") + "_all.deb");

  private static final int LINTIAN_SECONDS = 150;

  @TempDir Path folder;

  private static void assumeBuilt(Path file) {
    assumeTrue(Files.exists(file), file + " is not there: build with -Ppackages, on Debian");
  }

  private void assertChecksumFits(Path file) throws IOException {
    Ran ran = Shells.run(file.getParent(), "sha256sum", "-c", file.getFileName() + ".sha256");
    assertEquals(0, ran.exitCode(), ran.toString());
    assertTrue(Files.readString(Path.of(file + ".sha256")).endsWith(file.getFileName() + "\n"));
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.skip(1).map(file -> folder.relativize(file).toString()).sorted().toList();
    }
  }

  /** Runs dpkg on a system of its own, which has nothing but the package. */
  private void dpkg(Path system, String... words) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    "dpkg",
                    "--root=" + system,
                    "--force-not-root",
                    "--force-bad-path",
                    "--force-script-chrootless",
                    "--force-depends",
                    "--log=" + folder.resolve("dpkg.log")),
                Stream.of(words))
            .toList();
    Ran ran = Shells.run(folder, command.toArray(String[]::new));
    assertEquals(0, ran.exitCode(), ran.toString());
  }

  @Test
  void the_zip_has_the_same_files_with_the_same_modes() throws IOException {
    assumeBuilt(ZIP);
    assertChecksumFits(ZIP);
    Path zip = Files.createDirectory(folder.resolve("zip"));
    Path tarball = Files.createDirectory(folder.resolve("tarball"));
    assertEquals("", Shells.run(zip, "unzip", "-q", ZIP.toString()).err());
    assertEquals("", Shells.run(tarball, "tar", "-xzf", PRODUCT + ".tar.gz").err());

    assertEquals(modes(tarball), modes(zip));
    assertEquals("rwxr-xr-x", modes(zip).get(NAME + "/bin/launcher"));
    assertEquals(
        launcher("--version"),
        Ran.of(folder, environment(), List.of(zip.resolve(NAME) + "/bin/bullpen", "--version")));
  }

  /** With each file, its permissions. */
  private static Map<String, String> modes(Path folder) throws IOException {
    Map<String, String> modes = new TreeMap<>();
    for (String file : files(folder)) {
      modes.put(
          file, PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))));
    }
    return modes;
  }

  @Test
  void the_debian_package_is_installed_works_and_is_removed_without_a_trace() throws IOException {
    assumeBuilt(DEB);
    assertChecksumFits(DEB);
    Path system = folder.toRealPath().resolve("system");
    Files.createDirectories(system.resolve("var/lib/dpkg/info"));
    Files.createDirectories(system.resolve("var/lib/dpkg/updates"));
    Files.createFile(system.resolve("var/lib/dpkg/status"));
    Files.createDirectories(system.resolve("usr/share"));
    Files.createFile(system.resolve("usr/share/other"));

    dpkg(system, "-i", DEB.toString());

    for (String name : List.of("launcher", "bullpen")) {
      Path command = system.resolve("usr/bin").resolve(name);
      assertEquals(
          launcher("--version"),
          Ran.of(folder, environment(), List.of(command.toString(), "--version")));
      Path man = system.resolve("usr/share/man/man1").resolve(name + ".1.gz");
      assertTrue(Files.isRegularFile(man), man::toString);
      Path completion = system.resolve("usr/share/bash-completion/completions").resolve(name);
      assertEquals(
          List.of("cursor"), Shells.bash(folder, completion, name, "config", "--client", "cu"));
    }
    assertTrue(Files.exists(system.resolve("usr/share/zsh/vendor-completions/_launcher")));
    assertTrue(Files.exists(system.resolve("usr/share/fish/vendor_completions.d/bullpen.fish")));
    // As a server of root, and its tools in Python, leave it.
    Path archive = system.resolve("usr/share/bullpen/lib/archive/some-jdk");
    Files.createDirectories(archive);
    Files.writeString(archive.resolve("places"), "");
    Path compiled = Files.createDirectory(system.resolve("usr/share/bullpen/sdk/__pycache__"));
    Files.writeString(compiled.resolve("bullpen.pyc"), "");

    dpkg(system, "-r", "bullpen");

    assertEquals(List.of("share", "share/other"), files(system.resolve("usr")));
  }

  @Test
  void lintian_finds_nothing_that_is_not_explained() throws Exception {
    assumeBuilt(DEB);
    Shells.assumeOnPath("lintian");
    Path found = folder.resolve("found");
    // It takes longer than other programs.
    Process lintian =
        Ran.start(
            folder,
            environment(),
            List.of("lintian", "--allow-root", "--fail-on", "error,warning", DEB.toString()),
            found,
            folder.resolve("errors"));

    assertTrue(lintian.waitFor(LINTIAN_SECONDS, TimeUnit.SECONDS));
    assertEquals("", Files.readString(found));
    assertEquals(0, lintian.exitValue(), Files.readString(folder.resolve("errors")));
  }
}
