package dev.bullpen.launcher.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder laid out like a JDK, with a java that prints what it was started with instead of
 * starting anything.
 */
record FakeJdk(Path folder) {
  static FakeJdk of(Path folder, String version) throws IOException {
    FakeJdk jdk = silent(folder);
    Files.write(
        folder.resolve("release"),
        List.of(
            "IMPLEMENTOR=\"Some Vendor\"",
            "JAVA_RUNTIME_VERSION=\"" + version + "+1\"",
            "JAVA_VERSION=\"" + version + "\"",
            "MODULES=\"java.base java.desktop java.logging java.xml\""));
    return jdk;
  }

  /** One without a release file: its java prints version and home when asked for its settings. */
  static FakeJdk asked(Path folder, String version) throws IOException {
    Programs.write(
        folder.resolve("bin/java"),
        "#!/bin/sh",
        "case $1 in",
        "-XshowSettings:properties)",
        "  echo '    java.home = " + folder + "'",
        "  echo '    java.version = " + version + "'",
        "  exit ;;",
        "esac",
        "for word in \"$@\"; do echo \"$word\" >&3; done");
    return new FakeJdk(folder);
  }

  /** Each argument a line on descriptor 3, a message on descriptor 1, the environment in a file. */
  private static FakeJdk silent(Path folder) throws IOException {
    Programs.write(
        folder.resolve("bin/java"),
        "#!/bin/sh",
        "for word in \"$@\"; do echo \"$word\" >&3; done",
        "echo 'said by the JVM'",
        "/usr/bin/env > '" + folder + "/environment'");
    return new FakeJdk(folder);
  }

  Path java() {
    return folder.resolve("bin/java");
  }

  List<String> environment() throws IOException {
    return Files.readAllLines(folder.resolve("environment"));
  }
}
