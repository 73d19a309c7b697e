package dev.bullpen.launcher.script;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The packaged command in a home of its own, with a java that prints what it was started with. */
abstract class InstalledScript {
  @TempDir Path folder;
  Path home;
  Path launcher;
  FakeJdk jdk;

  @BeforeEach
  void install() throws IOException {
    folder = folder.toRealPath();
    home = folder.resolve("a home");
    launcher = Programs.copy("src/main/scripts/launcher", home.resolve("bin/launcher"));
    jdk = FakeJdk.of(folder.resolve("a jdk"), "17.0.15");
  }

  /** An environment that names the java. */
  Map<String, String> java() {
    return new HashMap<>(Map.of("JAVA_HOME", jdk.folder().toString(), "PATH", "/nowhere"));
  }

  Ran run(Map<String, String> environment, String... command) {
    return Ran.of(folder, environment, List.of(command));
  }
}
