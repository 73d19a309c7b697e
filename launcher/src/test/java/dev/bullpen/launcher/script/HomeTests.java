package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which folder the packaged command takes for its own, and which it cannot have. */
class HomeTests extends InstalledScript {
  @Test
  void the_home_is_found_through_links_of_either_kind() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path absolute = Files.createSymbolicLink(bin.resolve("absolute"), launcher);
    Path relative = Files.createSymbolicLink(bin.resolve("relative"), Path.of("absolute"));

    Map<String, String> environment = java();
    environment.put("PATH", Programs.only(folder.resolve("programs"), "readlink").toString());
    assertTrue(run(environment, absolute.toString()).lines().contains("-Dbullpen.home=" + home));
    assertTrue(run(environment, relative.toString()).lines().contains("-Dbullpen.home=" + home));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix"})
  void the_home_is_where_links_to_it_or_to_its_bin_lead_when_it_is_started(String shell)
      throws IOException {
    Path current = Files.createSymbolicLink(folder.resolve("current"), home.getFileName());
    Path bin = Files.createSymbolicLink(folder.resolve("bin"), home.resolve("bin"));
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));

    for (String command : List.of(current + "/bin/launcher", bin + "/launcher", "bin/launcher")) {
      String start = "exec " + shell + " '" + command + "'";
      Ran ran = run(environment, "/bin/sh", "-c", start);
      assertTrue(ran.lines().contains("-Dbullpen.home=" + home), start + ran);
    }
  }

  @Test
  void the_home_is_absolute_however_the_command_is_named_and_whatever_cdpath_says() {
    Map<String, String> environment = java();
    environment.put("CDPATH", "/tmp:/");

    assertTrue(run(environment, "a home/bin/launcher").lines().contains("-Dbullpen.home=" + home));
    assertTrue(
        run(environment, folder + "/a home/../a home/bin/launcher")
            .lines()
            .contains("-Dbullpen.home=" + home));
  }

  @Test
  void a_home_with_a_colon_is_refused_because_a_module_path_ends_there() throws IOException {
    Path other = Programs.copy("src/main/scripts/launcher", folder.resolve("a:home/bin/launcher"));

    Ran ran = run(java(), other.toString());

    assertEquals(1, ran.exitCode());
    assertEquals("", ran.out());
    assertTrue(ran.err().contains("launcher: Bullpen lies in " + folder + "/a:home"), ran.err());
    assertTrue(ran.err().contains("Move it to a folder without a colon."), ran.err());
  }

  @ParameterizedTest
  @CsvSource({
    "sh,not_INSTALLED,ANSI_X3.4-1968,1",
    "bash,not_INSTALLED,ANSI_X3.4-1968,1",
    "sh,not_INSTALLED,UTF-8,0",
    "bash,not_INSTALLED,UTF-8,0",
    "sh,C,not asked,0",
    "bash,POSIX,not asked,0",
    "sh,,not asked,0",
    "sh,C.UTF-8,not asked,0",
    "bash,en_US.utf8,not asked,0"
  })
  void a_home_with_letters_that_the_locale_has_not_is_refused(
      String shell, String locale, String names, int exitCode) throws IOException {
    Programs.write(
        jdk.java(),
        "#!/bin/sh",
        "[ \"$1\" = -XshowSettings:properties ] || exit 0",
        "echo '    sun.jnu.encoding = " + names + "' >&2");
    // The letter in octal, for a JVM that runs this test in a locale without it.
    String copy =
        "d=\"$1/h$(printf '\\303\\266')me/bin\"; mkdir -p \"$d\"; cp \"$2\" \"$d/launcher\"; "
            + Programs.system(shell)
            + " \"$d/launcher\"";
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));
    if (locale != null) {
      environment.put("LANG", locale);
    }

    Ran ran = run(environment, "/bin/sh", "-c", copy, "sh", folder.toString(), launcher.toString());

    assertEquals(exitCode, ran.exitCode(), ran::toString);
    assertEquals(exitCode == 1, ran.err().contains("Set LC_ALL=C.UTF-8"), ran::toString);
  }

  @Test
  void a_home_of_ascii_is_not_asked_about_in_any_locale() throws IOException {
    Programs.write(
        jdk.java(), "#!/bin/sh", "[ \"$1\" != -XshowSettings:properties ] || touch asked");
    Map<String, String> environment = java();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("LC_ALL", "not_INSTALLED");
    Path other =
        Programs.copy("src/main/scripts/launcher", folder.resolve("a !#+[]~home/bin/launcher"));

    for (String shell : List.of("sh", "bash")) {
      assertEquals(0, run(environment, shell, other.toString()).exitCode());
    }

    assertFalse(Files.exists(folder.resolve("asked")));
  }
}
