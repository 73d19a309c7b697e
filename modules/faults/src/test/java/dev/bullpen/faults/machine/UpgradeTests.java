package dev.bullpen.faults.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another version is put in the place of one that serves, which has to replace a helper then. */
class UpgradeTests {
  private static final int HELPERS = 2;
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Path old;
  private Path next;

  @BeforeEach
  void two_versions() throws IOException {
    folder = folder.toRealPath();
    old = copy("old");
    next = copy("next");
    Files.writeString(next.resolve("lib/build-id"), "another build\n");
  }

  private Path copy(String name) throws IOException {
    Path home = folder.resolve(name);
    Path product = Path.of(System.getProperty(Launcher.FOLDER)).toRealPath();
    Sh.run("cp -a $1 $2; rm -rf $2/lib/archive", product.toString(), home.toString());
    return home;
  }

  @AfterEach
  void removeCopies() {
    Sh.run("rm -rf $1/*", folder.toString());
  }

  @Test
  void behind_a_link_a_server_goes_on_with_its_version_and_leaves_nothing_if_that_is_overwritten()
      throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("current"), old);
    try (Rig rig = start(link)) {
      List<Integer> before = rig.awaitHelpers(HELPERS);
      Files.delete(link);
      Files.createSymbolicLink(link, next);
      Signal.KILL.to(before.get(0));
      assertTrue(
          Poll.until(Deadline.in(SOON), () -> isReplaced(rig, before.get(0))),
          rig.process().stderr().text());
      rig.helpers()
          .forEach(
              helper ->
                  assertTrue(
                      helper.commandLine().contains(old + "/lib/helper"), helper.commandLine()));
      Answer answer = rig.client().complete(Rig.FAST, "query", "");
      assertFalse(answer.failed(), () -> answer.message() + rig.process().stderr().text());
      rig.assertCapacity(HELPERS);

      rig.beginTool("family", 2);
      Sh.run("find $1 -name '*.jar' -exec sh -c ': >$1' sh {} ';'", old.toString());
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      Sighting left = rig.awaitNothing(family, SOON);
      assertTrue(left.none(), () -> left + rig.process().stderr().text());
      rig.process().awaitExit(Deadline.in(SOON)).orElseThrow();
    }
  }

  @Test
  void in_its_own_place_it_starts_no_helper_of_another_and_says_what_to_do() throws IOException {
    try (Rig rig = start(old)) {
      rig.assertCapacity(HELPERS); // one that still starts would miss its classes
      List<Integer> before = rig.awaitHelpers(HELPERS);
      Files.move(old, folder.resolve("away"));
      Files.move(next, old);
      Signal.KILL.to(before.get(0));
      assertTrue(
          Poll.until(
              Deadline.in(SOON),
              () -> rig.process().stderr().text().contains("restart the server")),
          rig.process().stderr().text());
      rig.process().stderr().assertSays("Bullpen in " + old + " was replaced");
      assertEquals(List.of("ok"), rig.client().complete(Rig.FAST, "query", "").values());
      Signal.KILL.to(before.get(1));
      assertTrue(
          Poll.until(
              Deadline.in(SOON),
              () ->
                  rig.client()
                      .complete(Rig.FAST, "query", "")
                      .reason()
                      .equals(Optional.of("boot"))),
          rig.process().stderr().text());
      assertEquals(List.of(), rig.helpers());
      assertFalse(rig.client().ping().failed());
    }
  }

  private static boolean isReplaced(Rig rig, int killed) {
    return rig.helpers().size() == HELPERS
        && rig.helpers().stream().noneMatch(helper -> helper.pid() == killed);
  }

  private static Rig start(Path home) {
    return Rig.start(
        project -> project.tool("family", ToolScripts.TWO_CHILDREN),
        launcher ->
            launcher
                .in(home)
                .workers(HELPERS, HELPERS)
                .with("--finish", "1")
                .environment("BULLPEN_ARCHIVES", "off"));
  }
}
