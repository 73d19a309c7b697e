package dev.bullpen.launcher.script;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A folder laid out like a checkout, with an mvn that only counts its runs and makes a command that
 * prints its arguments.
 */
record Checkout(Path root, Path programs) {
  private static final String[] NEEDED = {
    "sh", "find", "mkdir", "rmdir", "rm", "sleep", "touch", "cat", "chmod"
  };

  /** With or without flock(1), which not every system has. */
  static Checkout in(Path folder, boolean flock) throws IOException {
    Path root = folder.resolve("my src/checkout");
    Programs.copy("bin/launcher", root.resolve("launcher/bin/launcher"));
    for (String source :
        List.of(
            "pom.xml",
            "launcher/pom.xml",
            "launcher/src/main/java/Main.java",
            "modules/json/pom.xml",
            "modules/json/src/main/java/Json.java",
            "modules/json/src/test/java/JsonTests.java",
            "examples/some/README.md")) {
      Files.createDirectories(root.resolve(source).getParent());
      Files.writeString(root.resolve(source), source);
    }
    List<String> needed = new ArrayList<>(Arrays.asList(NEEDED));
    if (flock) {
      needed.add("flock");
    }
    Checkout checkout =
        new Checkout(
            root, Programs.only(folder.resolve("programs"), needed.toArray(String[]::new)));
    checkout.mavenDoes(":");
    return checkout;
  }

  /** What mvn does between its begin and its success, in shell. */
  void mavenDoes(String... lines) throws IOException {
    List<String> script =
        new ArrayList<>(
            List.of(
                "#!/bin/sh", "cd '" + root + "'", "echo built >> builds", "echo said by Maven"));
    script.addAll(Arrays.asList(lines));
    script.addAll(
        List.of(
            "mkdir -p launcher/target/bullpen-9/bin",
            "cat > launcher/target/bullpen-9/bin/launcher <<'END'",
            "#!/bin/sh",
            "for word in \"$@\"; do echo \"[$word]\"; done",
            "[ \"$1\" != --options ] || echo \"[$MAVEN_OPTS]\"",
            "END",
            "chmod +x launcher/target/bullpen-9/bin/launcher",
            "echo bullpen-9 > launcher/target/built"));
    Programs.write(programs.resolve("mvn"), script.toArray(String[]::new));
  }

  Path launcher() {
    return root.resolve("launcher/bin/launcher");
  }

  Map<String, String> environment() {
    return Map.of("PATH", programs.toString());
  }

  Ran start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher().toString()));
    command.addAll(List.of(arguments));
    return Ran.of(root, environment(), command);
  }

  /** Gives a source a time after the last build. */
  void touch(String source) throws IOException {
    Files.setLastModifiedTime(
        root.resolve(source), FileTime.from(Instant.now().plus(Duration.ofHours(1))));
  }

  long builds() throws IOException {
    Path builds = root.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }
}
