package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.share.Shells;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The package's install.sh, with the package itself. */
@Timeout(90)
class PackagedInstallTests extends PackagedCommand {
  private static final String NAME = PRODUCT.getFileName().toString();
  private static final Path ARCHIVE = PRODUCT.resolveSibling(NAME + ".tar.gz");
  private static final String SCRIPT = PRODUCT.resolve("install.sh").toString();

  /** A version before this one. */
  private static final String OLD = "bullpen-0.0.1";

  private static final String VERSION = "bullpen " + System.getProperty("bullpen.version") + "\n";

  /** For the archive of that version. */
  @TempDir static Path archives;

  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void make_home() throws IOException {
    folder = folder.toRealPath();
    home = Files.createDirectory(folder.resolve("ein Häuschen"));
  }

  private Ran install(Map<String, String> more, String... words) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("HOME", home.toString());
    environment.putAll(more);
    List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT));
    command.addAll(List.of(words));
    return Ran.of(folder, environment, command);
  }

  private void assertInstalls(String... words) {
    Ran ran = install(Map.of(), words);
    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals("", ran.err());
  }

  /** It fails with this sentence, and the home is as empty as before. */
  private void assertRefused(String sentence, Map<String, String> more, String... words)
      throws IOException {
    Ran ran = install(more, words);
    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains(sentence), ran.toString());
    assertEquals(List.of(), tree(home));
  }

  /** All that is in a folder, but for what is in that of a version. */
  private static List<String> tree(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(file -> folder.relativize(file).toString())
          .filter(file -> !file.isEmpty() && !file.matches(".*/bullpen-[0-9][^/]*/.*"))
          .sorted()
          .toList();
    }
  }

  private String installed(String name, String... words) {
    List<String> command =
        new ArrayList<>(List.of(home.resolve(".local/bin").resolve(name).toString()));
    command.addAll(List.of(words));
    return Ran.of(Path.of("/"), environment(), command).out();
  }

  private Path current() throws IOException {
    return home.resolve(".local/bin/launcher").toRealPath().getParent().getParent();
  }

  /** The archive of a version before this one, which is packed once. */
  private static Path old() throws IOException {
    Path archive = archives.resolve("repacked/other.tar.gz");
    return Files.exists(archive) ? archive : repacked(OLD, archives);
  }

  /** An archive of another version, or of this one with another content. */
  private static Path repacked(String name, Path folder) throws IOException {
    Path sources = Files.createDirectory(folder.resolve("repacked"));
    assertEquals("", Shells.run(sources, "tar", "-xzf", ARCHIVE.toString()).err());
    Files.move(sources.resolve(NAME), sources.resolve(name));
    Files.writeString(sources.resolve(name).resolve("OTHER"), "");
    Path archive = sources.resolve("other.tar.gz");
    String packing = "tar -cf - \"$0\" | gzip -1 > \"$1\"";
    Ran packed = Shells.run(sources, "sh", "-c", packing, name, archive.toString());
    assertEquals(new Ran(0, "", ""), packed);
    Files.writeString(
        sources.resolve("other.tar.gz.sha256"),
        Shells.run(sources, "sha256sum", archive.toString()).out());
    return archive;
  }

  @Test
  void an_archive_is_installed_from_its_url_into_an_empty_home() throws IOException {
    Shells.assumeOnPath("curl");

    assertInstalls(ARCHIVE.toUri().toString());

    assertEquals(VERSION, installed("launcher", "--version"));
    assertEquals(VERSION, installed("bullpen", "--version"));
    assertEquals(home.resolve(".local/lib").resolve(NAME), current());
    for (String file :
        List.of(
            "man/man1/bullpen.1",
            "bash-completion/completions/launcher",
            "zsh/site-functions/_launcher",
            "fish/vendor_completions.d/launcher.fish")) {
      assertTrue(Files.isRegularFile(home.resolve(".local/share").resolve(file)), file);
    }
  }

  @Test
  void everything_installed_is_removed_and_nothing_else() throws IOException {
    Path program = home.resolve(".local/bin/other");
    Path notes = home.resolve(".local/lib/bullpen-notes/of mine");
    for (Path mine : List.of(program, notes)) {
      Files.createDirectories(mine.getParent());
      Files.writeString(mine, "mine");
    }
    List<String> before = tree(home);
    assertInstalls(ARCHIVE.toString());
    assertInstalls(old().toString());
    Path later = Files.createFile(home.resolve(".local/share/man/man1/mine.1"));

    assertInstalls("--uninstall");

    Files.delete(later);
    Files.delete(later.getParent());
    Files.delete(home.resolve(".local/share/man"));
    Files.delete(home.resolve(".local/share"));
    assertEquals(before, tree(home));
    assertRefusedAsNotInstalled();
  }

  private void assertRefusedAsNotInstalled() {
    Ran ran = install(Map.of(), "--uninstall");
    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("nothing is installed below "), ran.toString());
  }

  @Test
  void an_empty_home_is_empty_afterwards() throws IOException {
    assertInstalls(ARCHIVE.toString());
    // As an installation that is killed leaves it.
    Files.createDirectories(home.resolve(".local/lib/.bullpen-Ab12Cd/bullpen-9"));
    assertInstalls("--uninstall");

    assertEquals(List.of(), tree(home));
  }

  @Test
  void what_is_not_what_its_checksum_says_is_not_installed() throws IOException {
    Path damaged = folder.resolve("damaged.tar.gz");
    byte[] bytes = Files.readAllBytes(ARCHIVE);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);
    String sum = Files.readString(PRODUCT.resolveSibling(NAME + ".tar.gz.sha256")).substring(0, 64);

    assertRefused("there is no " + damaged + ".sha256", Map.of(), damaged.toString());
    assertRefused("but should be " + sum, Map.of(), "--sha256", sum, damaged.toString());
    assertRefused("must come another way", Map.of(), "http://127.0.0.1:1/bullpen.tar.gz");
    // The control: the same words for the archive as it was made.
    assertInstalls("--sha256", sum, ARCHIVE.toString());
  }

  @Test
  void a_server_goes_on_with_its_version_while_the_next_is_installed() throws Exception {
    ScratchProject project = ScratchProject.in(folder);
    assertInstalls(old().toString());
    List<String> command =
        List.of(
            home.resolve(".local/bin/launcher").toString(),
            "--project",
            project.root().toString(),
            "--allow",
            "*",
            "--workers",
            "1",
            // So that each call has a helper that is started for it, or just before.
            "--jobs-per-helper",
            "1");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("log").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    Process server = builder.start();
    List<ProcessHandle> processes = new ArrayList<>();
    try (Writer requests = server.outputWriter();
        BufferedReader answers = server.inputReader()) {
      requests.write(
          """
          {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
          {"jsonrpc":"2.0","method":"notifications/initialized"}
          """);
      assertAnswers(requests, answers, 1);
      assertInstalls(ARCHIVE.toString());

      assertEquals(NAME, current().getFileName().toString());
      assertAnswers(requests, answers, 2);
      server.descendants().forEach(processes::add);
      assertFalse(processes.isEmpty());
    }
    assertTrue(server.waitFor(30, TimeUnit.SECONDS));
    assertEquals(0, server.exitValue(), Files.readString(folder.resolve("log")));
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    assertTrue(Files.exists(home.resolve(".local/lib").resolve(OLD)));
  }

  private static void assertAnswers(Writer requests, BufferedReader answers, int calls)
      throws IOException {
    for (int i = 0; i < calls; i++) {
      requests.write(
          """
          {"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"echo","arguments":{}}}
          """);
      requests.flush();
      String line = "";
      while (!line.contains("\"id\":\"call\"")) {
        await().atMost(Duration.ofSeconds(30)).until(answers::ready); // a JVM starts for it
        line = answers.readLine();
      }
      assertTrue(line.contains("none {}"), line);
    }
  }

  @Test
  void another_build_of_a_version_does_not_replace_it_and_a_lost_link_is_made_again()
      throws IOException {
    assertInstalls(ARCHIVE.toString());
    Files.delete(home.resolve(".local/bin/bullpen"));

    Ran ran = install(Map.of(), repacked(NAME, folder).toString());
    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("from another archive"), ran.toString());
    assertFalse(Files.exists(current().resolve("OTHER")));

    assertInstalls(ARCHIVE.toString());
    assertEquals(VERSION, installed("bullpen", "--version"));
  }

  @Test
  void a_foreign_command_of_that_name_stays() throws IOException {
    Path mine = home.resolve(".local/bin/launcher");
    Files.createDirectories(mine.getParent());
    Files.writeString(mine, "mine");

    Ran ran = install(Map.of(), ARCHIVE.toString());

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains(mine + " is there, and not from this script"), ran.toString());
    assertEquals(List.of(".local", ".local/bin", ".local/bin/launcher"), tree(home));
    assertEquals("mine", Files.readString(mine));
  }

  @Test
  void without_a_java_that_is_new_enough_nothing_is_installed() throws IOException {
    String old = FakeJdk.of(folder.resolve("a jdk"), "11.0.2").folder().toString();

    assertRefused("is version 11.0.2", Map.of("JAVA_HOME", old), ARCHIVE.toString());
    assertRefused("JAVA_HOME is /no/jdk", Map.of("JAVA_HOME", "/no/jdk"), ARCHIVE.toString());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void where_there_is_musl_nothing_is_installed() throws IOException {
    Path programs = folder.resolve("programs");
    Programs.write(programs.resolve("getconf"), "#!/bin/sh", "exit 1");
    Programs.write(programs.resolve("ldd"), "#!/bin/sh", "echo 'musl libc (x86_64)' >&2; exit 1");

    assertRefused("this system has musl", first(programs), ARCHIVE.toString());
    Programs.write(programs.resolve("getconf"), "#!/bin/sh", "echo glibc 2.28");
    assertRefused("this is glibc 2.28", first(programs), ARCHIVE.toString());
  }

  private static Map<String, String> first(Path programs) {
    return Map.of("PATH", programs + ":" + System.getenv("PATH"));
  }

  @Test
  void without_room_nothing_is_installed_and_nothing_is_left() throws IOException {
    Path programs = folder.resolve("programs");
    Programs.write(
        programs.resolve("df"),
        "#!/bin/sh",
        "echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'",
        "echo '/dev/full 100000 99000 1000 99% /a home'");
    assertRefused(" has 1000 KiB left, and Bullpen needs ", first(programs), ARCHIVE.toString());

    // The room is used up while it is unpacked.
    Programs.write(
        programs.resolve("df"), "#!/bin/sh", "echo; echo '/dev/full 100000 1000 99000 1% /a home'");
    Programs.write(
        programs.resolve("tar"),
        "#!/bin/sh",
        "ulimit -f 100",
        "exec " + Programs.system("tar") + " \"$@\"");
    assertRefused("could not be unpacked", first(programs), ARCHIVE.toString());
  }

  @Test
  void a_folder_that_cannot_be_made_is_named() throws IOException {
    Path file = Files.createFile(home.resolve(".local"));

    Ran ran = install(Map.of(), ARCHIVE.toString());

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains(file + " cannot be made"), ran.toString());
  }

  @Test
  void wrong_words_are_a_usage_error() {
    for (String[] words :
        List.of(
            new String[] {},
            new String[] {"--wrong"},
            new String[] {"--prefix"},
            new String[] {"--sha256", "xyz", ARCHIVE.toString()})) {
      Ran ran = install(Map.of(), words);
      assertEquals(2, ran.exitCode(), ran.toString());
      assertTrue(ran.err().endsWith(" See install.sh --help.\n"), ran.toString());
    }
    assertTrue(install(Map.of(), "--help").out().startsWith("Usage: install.sh "));
  }

  @Test
  void shellcheck_finds_nothing_in_it() {
    Ran ran = Shells.run(folder, "shellcheck", SCRIPT);

    assertEquals("", ran.out() + ran.err());
  }
}
