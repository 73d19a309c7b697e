package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another version is copied over a server that runs, instead of being unpacked beside it. */
class JarsOverwrittenTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path temporary;
  private Path home;

  @BeforeEach
  void the_product_without_archives() throws IOException {
    home = temporary.toRealPath().resolve("home");
    Sh.run(
        "cp -a $1 $2; rm -rf $2/lib/archive",
        Path.of(System.getProperty(Launcher.FOLDER)).toRealPath().toString(),
        home.toString());
  }

  @AfterEach
  void removeCopies() {
    Sh.run("rm -rf $1/*", temporary.toString());
  }

  @Test
  void a_server_whose_jars_are_overwritten_leaves_nothing() throws Exception {
    try (Rig rig = start()) {
      rig.beginTool("family", 2);
      overwrite();

      List<Proc> family = rig.family();
      rig.process().closeStdin();
      Sighting left = rig.awaitNothing(family, PATIENCE);
      assertTrue(left.none(), () -> left + rig.process().stderr().text());
      rig.process().awaitExit(Deadline.in(PATIENCE)).orElseThrow();
    }
  }

  private void overwrite() {
    Sh.run("find $1 -name '*.jar' -exec sh -c ': >$1' sh {} ';'", home.toString());
  }

  private Rig start() {
    return Rig.start(
        project -> project.tool("family", ToolScripts.TWO_CHILDREN),
        launcher -> {
          List<String> command = new ArrayList<>(launcher.command());
          command.set(0, home.resolve("bin/launcher").toString());
          return new Launcher(command, launcher.environment())
              .workers(2, 4)
              .with("--finish", "1")
              .environment("BULLPEN_ARCHIVES", "off");
        });
  }
}
