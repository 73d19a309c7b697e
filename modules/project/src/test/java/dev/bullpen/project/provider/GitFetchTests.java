package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.fuzz.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code providers/git.sh} with the real git, and a repository behind a server that speaks TLS. */
@Timeout(60)
@Tag("slow")
class GitFetchTests {
  private static final int BIG = 300_000;

  private static Path repository;

  @TempDir Path folder;
  private GitServer server;
  private GitProvider provider;

  @BeforeAll
  static void make(@TempDir Path parent) throws Exception {
    repository = Files.createDirectories(parent.resolve("repository"));
    git("init", "-q", "-b", "main");
    git("config", "uploadpack.allowAnySHA1InWant", "true");
    write("README.md", "first\n");
    commit();
    git("tag", "-a", "-m", "one", "v1");
    write("README.md", "second\n");
    write("docs/a b\u00e4.md", "spaces\n");
    write("docs/empty", "");
    Files.createSymbolicLink(repository.resolve("inside"), Path.of("docs/../README.md"));
    Files.createSymbolicLink(repository.resolve("folder"), Path.of("docs"));
    Files.createSymbolicLink(repository.resolve("outside"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(repository.resolve("above"), Path.of("../../secret"));
    Files.createSymbolicLink(repository.resolve("round"), Path.of("round"));
    byte[] noise = new byte[BIG];
    new Random(1).nextBytes(noise);
    Files.write(repository.resolve("big"), noise);
    Files.write(repository.resolve("zeros"), new byte[1_048_577]);
    commit();
    git("checkout", "-q", "-b", "team/side");
    write("README.md", "side\n");
    commit();
    git("checkout", "-q", "main");
  }

  @AfterAll
  static void remove() throws IOException {
    // JUnit warns of links that lead elsewhere.
    Files.delete(repository.resolve("outside"));
  }

  @BeforeEach
  void serve() throws Exception {
    server = new GitServer(repository);
    provider =
        new GitProvider(folder.resolve("provider"))
            .with("MCPBASH_GIT_ALLOW_HOSTS", "localhost:" + server.port())
            .with("GIT_SSL_CAINFO", Certificates.pem().toString());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  static Stream<Arguments> places() {
    return Rounds.every(
        2,
        List.of(
            arguments("README.md", "second"),
            arguments("HEAD:README.md", "second"),
            arguments("team/side:README.md", "side"),
            arguments("main:README.md", "second"),
            arguments("v1:README.md", "first"),
            arguments("refs/heads/main:README.md", "second"),
            arguments("folder/a%20b%C3%A4.md", "spaces"),
            arguments("docs/a%20b%C3%A4.md", "spaces"),
            arguments("inside", "second")))
        .stream();
  }

  @ParameterizedTest
  @MethodSource("places")
  void a_file_is_read_from_any_ref(String place, String content) throws Exception {
    assertEquals(new Ran(0, content + "\n", ""), provider.read(server.uri(place)));
    assertEquals(List.of(), provider.left());
  }

  @Test
  void a_commit_is_a_ref_too() throws Exception {
    String commit = git("rev-parse", "HEAD~1").strip();

    assertEquals("first\n", provider.read(server.uri(commit + ":README.md")).out());
  }

  @Test
  void bytes_come_as_they_are() throws Exception {
    Ran ran = provider.read(server.uri("big"));

    assertEquals(BIG, ran.out().length());
    assertEquals(new Ran(0, "", ""), provider.read(server.uri("docs/empty")));
  }

  static Stream<String> missing() {
    return Rounds.every(
        2,
        List.of(
            "missing",
            "main:missing",
            "README.md/x",
            "docs",
            "outside",
            "above",
            "nosuchref:README.md",
            "round",
            "0123456789012345678901234567890123456789:README.md",
            ".git/config"))
        .stream();
  }

  @ParameterizedTest
  @MethodSource("missing")
  void what_is_not_in_the_repository_is_not_found(String place) throws Exception {
    assertEquals(new Ran(3, "", "Resource not found\n"), provider.read(server.uri(place)));
    assertEquals(List.of(), provider.left());
  }

  @Test
  void a_repository_that_is_too_large_is_not_taken_in() throws Exception {
    Ran ran = provider.with("MCPBASH_GIT_MAX_KB", "100").read(server.uri("README.md"));

    assertEquals(new Ran(6, "", "The repository is larger than 100 KiB\n"), ran);
    assertEquals(List.of(), provider.left());
  }

  @Test
  void a_small_pack_does_not_make_a_file_small() throws Exception {
    Ran ran = provider.with("MCPBASH_GIT_MAX_KB", "1024").read(server.uri("zeros"));
    assertEquals(new Ran(6, "", "The file is larger than 1024 KiB\n"), ran);
  }

  @Test
  void a_repository_that_is_not_there_is_not_fetched() throws Exception {
    Ran ran = provider.read(server.uri("README.md").replace("/repo.git", "/other.git"));

    assertEquals(5, ran.exitCode());
    assertTrue(ran.err().contains("not found"), ran.err());
  }

  @Test
  void a_redirect_is_not_followed() throws Exception {
    Ran ran = provider.read(server.uri("README.md").replace("/team/repo.git", "/moved.git"));

    assertEquals(5, ran.exitCode(), ran.toString());
    assertEquals(1, server.asked().size(), server.asked().toString());
  }

  @Test
  void an_untrusted_certificate_is_refused() throws Exception {
    provider.environment.remove("GIT_SSL_CAINFO");
    Ran ran = provider.with("GIT_SSL_NO_VERIFY", "1").read(server.uri("README.md"));

    assertEquals(5, ran.exitCode());
    assertEquals(List.of(), server.asked());
  }

  @Test
  void no_settings_of_the_user_and_no_stored_password_are_used() throws Exception {
    Files.writeString(
        provider.folder.resolve(".gitconfig"),
        "[url \"file://%s/\"]\n\tinsteadOf = https://localhost:%d/\n"
            .formatted(repository, server.port()));
    Files.writeString(provider.folder.resolve(".netrc"), "machine localhost login a password b\n");

    assertEquals("second\n", provider.read(server.uri("README.md")).out());
    assertFalse(server.asked().isEmpty());
  }

  private static void write(String name, String text) throws Exception {
    Path file = repository.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void commit() throws Exception {
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@files.example", "commit", "-q", "-m", "more");
  }

  private static String git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Ran ran =
        Ran.of(
            repository,
            Map.of(
                "PATH", "/usr/bin:/bin",
                "HOME", repository.getParent().toString(),
                "GIT_COMMITTER_NAME", "t",
                "GIT_COMMITTER_EMAIL", "t@files.example"),
            command);
    assertEquals(0, ran.exitCode(), ran.toString());
    return ran.out();
  }
}
