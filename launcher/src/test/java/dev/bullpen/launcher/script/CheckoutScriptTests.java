package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checkout's command, with an mvn that only counts itself. */
class CheckoutScriptTests {
  private static final int LIMIT_SECONDS = 30;

  @TempDir Path folder;

  @Test
  void the_first_start_builds_says_so_on_the_error_output_and_passes_arguments_on()
      throws IOException {
    Checkout checkout = Checkout.in(folder, true);

    Ran ran = checkout.start("--project", "my project", "");

    assertEquals(List.of("[--project]", "[my project]", "[]"), ran.lines(), ran.err());
    assertEquals(
        List.of(
            "launcher: first start in this checkout: building (about half a minute) ...",
            "said by Maven"),
        ran.err().lines().toList());
    assertEquals(1, checkout.builds());
  }

  @Test
  void the_checkout_is_where_a_link_to_its_commands_folder_leads() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    Path elsewhere = Files.createDirectories(folder.resolve("a/b/c"));
    Path bin = elsewhere.resolve("bin");
    Files.createSymbolicLink(bin, checkout.launcher().getParent());

    Ran ran =
        Ran.of(folder, checkout.environment(), List.of(bin.resolve("launcher").toString(), "word"));

    assertEquals(List.of("[word]"), ran.lines(), ran.err());
    assertEquals(1, checkout.builds());
  }

  @Test
  void a_later_build_is_announced_as_one_for_newer_sources() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.start();
    checkout.touch("pom.xml");

    assertTrue(
        checkout
            .start()
            .err()
            .startsWith("launcher: building, because sources are newer than the last build"));
  }

  @Test
  void a_second_start_does_not_build() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.start();

    Ran ran = checkout.start("again");

    assertEquals("", ran.err());
    assertEquals(List.of("[again]"), ran.lines());
    assertEquals(1, checkout.builds());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix"})
  void what_the_caller_has_closed_is_no_file_of_the_build(String shell) throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.mavenDoes("cat", "echo an error >&2", "[ ! /dev/fd/2 -ef launcher/bin/launcher ]");

    Ran ran = closing(checkout, "<&- 2>&-", shell);
    Ran refused = closing(checkout, ">&-", shell);

    assertEquals(new Ran(0, "[word]\n", ""), ran);
    assertEquals(1, refused.exitCode());
    assertTrue(refused.err().startsWith("launcher: the output is closed"), refused.err());
  }

  private Ran closing(Checkout checkout, String descriptors, String shell) {
    String command = "exec %s '%s' word %s".formatted(shell, checkout.launcher(), descriptors);
    return Ran.of(
        checkout.root(),
        Map.of("PATH", checkout.programs() + ":" + System.getenv("PATH")),
        List.of("/bin/sh", "-c", command));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "launcher/pom.xml",
        "launcher/src/main/java/Main.java",
        "modules/json/pom.xml",
        "modules/json/src/main/java/Json.java",
        "modules/json/src/main/java",
        "examples/some/README.md"
      })
  void a_newer_source_is_built(String source) throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.start();
    checkout.touch(source);

    checkout.start();

    assertEquals(2, checkout.builds());
  }

  @Test
  void tests_and_what_serving_leaves_in_an_example_are_no_sources() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.start();
    Files.createDirectories(checkout.root().resolve("examples/some/.registry"));
    Files.writeString(checkout.root().resolve("examples/some/.registry/tools.json"), "{}");
    Files.createDirectories(checkout.root().resolve("modules/json/target"));
    for (String other :
        List.of(
            "modules/json",
            "modules/json/target",
            "modules/json/src/test/java/JsonTests.java",
            "examples/some",
            "examples/some/.registry",
            "examples/some/.registry/tools.json")) {
      checkout.touch(other);
    }

    checkout.start();

    assertEquals(1, checkout.builds());
  }

  @Test
  void only_maven_gets_the_option_that_keeps_the_colours() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.mavenDoes("echo \"its options: $MAVEN_OPTS\"");
    Map<String, String> environment = new HashMap<>(checkout.environment());
    environment.put("MAVEN_OPTS", "-Xmx1g");

    Ran ran =
        Ran.of(checkout.root(), environment, List.of(checkout.launcher().toString(), "--options"));

    assertTrue(ran.err().contains("its options: -Xmx1g -Djansi.noreset=true\n"), ran.err());
    assertEquals("[--options]\n[-Xmx1g]\n", ran.out());
  }

  @Test
  void a_build_that_fails_is_reported_and_ends_the_start() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    checkout.mavenDoes("exit 3");

    Ran ran = checkout.start();

    assertEquals(1, ran.exitCode());
    assertEquals("", ran.out());
    assertTrue(ran.err().contains("said by Maven"), ran.err());
    assertTrue(ran.err().contains("launcher: the build failed"), ran.err());
    assertTrue(ran.err().contains("mvn -f " + checkout.root()), ran.err());
  }

  @Test
  void a_start_after_a_failed_build_builds_again() throws IOException {
    Checkout checkout = Checkout.in(folder, false);
    checkout.mavenDoes("exit 3");
    checkout.start();
    checkout.mavenDoes(":");

    assertEquals(0, checkout.start().exitCode());
  }

  @Test
  void without_maven_it_says_so() throws IOException {
    Checkout checkout = Checkout.in(folder, true);
    Files.delete(checkout.programs().resolve("mvn"));

    Ran ran = checkout.start();

    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().contains("PATH holds no mvn"), ran.err());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void of_two_starts_at_once_one_builds_and_the_other_waits_for_it(boolean flock)
      throws IOException, InterruptedException {
    Checkout checkout = Checkout.in(folder, flock);
    Path mayGoOn = fifo("may-go-on");
    checkout.mavenDoes("read -r word < '" + mayGoOn + "'");
    Path firstErr = folder.resolve("first.err");
    Path secondErr = folder.resolve("second.err");

    Process first = start(checkout, firstErr);
    awaitText(firstErr, "said by Maven");
    Process second = start(checkout, secondErr);
    awaitText(secondErr, "another start is building");
    Files.writeString(mayGoOn, "go\n");

    assertTrue(first.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertTrue(second.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, first.exitValue());
    assertEquals(0, second.exitValue(), () -> text(secondErr));
    assertEquals(1, checkout.builds());
    assertFalse(text(secondErr).contains("said by Maven"));
  }

  @Test
  void the_lock_of_an_owner_that_is_gone_is_taken_over() throws IOException, InterruptedException {
    Checkout checkout = Checkout.in(folder, false);
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path lock = Files.createDirectories(checkout.root().resolve("target/launcher.lock.d"));
    Files.writeString(lock.resolve("owner"), gone.pid() + "\n");

    Ran ran = checkout.start();

    assertEquals(0, ran.exitCode(), ran.err());
    assertEquals(1, checkout.builds());
    assertFalse(Files.exists(lock));
  }

  private Process start(Checkout checkout, Path err) throws IOException {
    Files.createFile(err);
    return Ran.start(
        checkout.root(),
        checkout.environment(),
        List.of(checkout.launcher().toString()),
        folder.resolve("out"),
        err);
  }

  private Path fifo(String name) throws IOException, InterruptedException {
    Path fifo = folder.resolve(name);
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    return fifo;
  }

  private static void awaitText(Path file, String text) {
    await().atMost(LIMIT_SECONDS, TimeUnit.SECONDS).until(() -> text(file).contains(text));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
