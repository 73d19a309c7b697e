package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code providers/git.sh} asks git for, and what it never does. Git is a fake here. */
@Timeout(60)
class GitPolicyTests {
  private static final String URI = "git+https://git.example/team/repo#main:docs/a.md";

  @TempDir Path folder;
  private GitProvider provider;

  @BeforeEach
  void provider() throws Exception {
    provider = new GitProvider(folder).fetching();
  }

  @Test
  void a_file_is_printed_as_it_is() throws Exception {
    assertEquals(new Ran(0, "hello", ""), provider.read(URI));
    assertEquals(List.of("FETCH_HEAD:docs/a.md"), provider.lines("asked"));
    assertTrue(fetch().endsWith(" -- https://git.example/team/repo main"), fetch());
    assertEquals(List.of(), provider.left());
  }

  @Test
  void without_a_ref_head_is_meant() throws Exception {
    assertEquals(0, provider.read("git+https://git.example/repo.git#a.md").exitCode());
    assertTrue(fetch().endsWith(" -- https://git.example/repo.git HEAD"), fetch());
  }

  @Test
  void it_is_off_unless_turned_on() throws Exception {
    for (String off : List.of("", "false", "0", "no", "maybe")) {
      Ran ran = provider.with("MCPBASH_ENABLE_GIT_PROVIDER", off).read(URI);

      assertEquals(4, ran.exitCode());
      assertEquals(
          "Reading from git repositories is off; MCPBASH_ENABLE_GIT_PROVIDER=true turns it on\n",
          ran.err());
    }
    assertEquals(List.of(), provider.calls());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "git+https://git.example/repo",
        "https://git.example/repo#a",
        "git+http://git.example/repo#a",
        "git+ssh://git.example/repo#a",
        "git+https:git.example/repo#a",
        "git+https://#a",
        "git+https:///repo#a",
        "git+https://git.example#a",
        "git+https://git.example/#a",
        "git+https://user@git.example/repo#a",
        "git+https://user:secret@git.example/repo#a",
        "git+https://git.example@other.example/repo#a",
        "git+https://git.example:0/repo#a",
        "git+https://git.example:65536/repo#a",
        "git+https://git.example:x/repo#a",
        "git+https://git.example./repo#a",
        "git+https://git..example/repo#a",
        "git+https://[::1]/repo#a",
        "git+https://git%2eexample/repo#a",
        "git+https://-git.example/repo#a",
        "git+https://git.example/../repo#a",
        "git+https://git.example/a/..#a",
        "git+https://git.example/repo?x=y#a",
        "git+https://git.example/re po#a",
        "git+https://git.example/re;po#a",
        "git+https://git.example/re$(id)po#a",
        "git+https://git.example/repo\n#a",
        "git+https://git.example/repo#:a",
        "git+https://git.example/repo#-q:a",
        "git+https://git.example/repo#--upload-pack=id:a",
        "git+https://git.example/repo#+main:a",
        "git+https://git.example/repo#a..b:a",
        "git+https://git.example/repo#a*:a",
        "git+https://git.example/repo#a%20b:a",
        "git+https://git.example/repo#a%3Ab:a",
        "git+https://git.example/repo#^a:a",
        "git+https://git.example/repo#main:a%",
        "git+https://git.example/repo#main:a%4",
        "git+https://git.example/repo#main:a%4g",
        "git+https://git.example/repo#main:a%00b",
        "git+https://git.example/repo#main:a%0Ab",
        "git+https://git.example/repo#main:a%1bb",
        "git+https://git.example/repo#main:a\\x41",
      })
  void what_is_no_usable_uri_never_reaches_git(String uri) throws Exception {
    Ran ran = provider.read(uri);

    assertEquals(4, ran.exitCode(), ran.toString());
    assertEquals(1, ran.err().lines().count(), ran.err());
    assertEquals("", ran.out());
    assertEquals(List.of(), provider.calls());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/etc/passwd",
        "..",
        "../a",
        "a/../../b",
        "a/..",
        "./a",
        "a//b",
        "%2e%2e/a",
        "a/",
        "%2Fetc"
      })
  void a_path_that_is_not_in_a_repository_is_not_found(String path) throws Exception {
    Ran ran = provider.read("git+https://git.example/repo#main:" + path);

    assertEquals(new Ran(3, "", "Resource not found\n"), ran);
    assertEquals(List.of(), provider.calls());
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b.md, a b.md",
    "%C3%A4, \u00e4",
    "\u00e4, \u00e4",
    "a:b, a:b",
    "a%3Ab%23c, a:b#c",
    "-a, -a",
    "*, *",
    "$(id), $(id)",
    "a+b, a+b",
    "..a/b.., ..a/b..",
    "100%25, 100%",
  })
  void a_path_is_taken_as_a_name_and_nothing_else(String written, String asked) throws Exception {
    assertEquals(0, provider.read("git+https://git.example/repo#main:" + written).exitCode());
    assertEquals(List.of("FETCH_HEAD:" + asked), provider.lines("asked"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', '', git.example, false",
    "git.example, '', '', git.example, true",
    "GIT.example, '', '', git.EXAMPLE, true",
    "'a.example, git.example', '', '', git.example, true",
    "'a.example\tgit.example', '', '', git.example, true",
    "git.example, '', '', git.example:443, true",
    "git.example, '', '', git.example:8443, false",
    "git.example:8443, '', '', git.example:8443, true",
    "git.example:8443, '', '', git.example:08443, true",
    "git.example:8443, '', '', git.example, false",
    "git.example, '', '', a.git.example, false",
    "*, '', '', git.example, false",
    "*.example, '', '', git.example, false",
    "git.example, '', git.example, git.example, false",
    "git.example:8443, '', git.example, git.example:8443, false",
    "git.example:8443, '', git.example:8443, git.example:8443, false",
    "'', true, git.example, git.example, false",
    "'', true, '', git.example, true",
    "'', yes, '', git.example, true",
    "'', no, '', git.example, false",
    "'', true, '', git.example:8443, false",
    "'', true, '', localhost, false",
    "'', true, '', a.localhost, false",
    "'', true, '', intranet, false",
    "'', true, '', printer.local, false",
    "'', true, '', metadata.google.internal, false",
    "'', true, '', 127.0.0.1, false",
    "'', true, '', 8.8.8.8, false",
    "'', true, '', 127.1, false",
    "'', true, '', 2130706433, false",
    "'', true, '', 0x7f.1, false",
    "'', true, '', 127.0.0.0x1, false",
    "10.0.0.5, '', '', 10.0.0.5, true",
    "localhost, '', '', localhost, true",
  })
  void hosts_may_be_read_as_the_settings_say(
      String allowed, String all, String denied, String host, boolean may) throws Exception {
    Ran ran =
        provider
            .with("MCPBASH_GIT_ALLOW_HOSTS", allowed)
            .with("MCPBASH_GIT_ALLOW_ALL", all)
            .with("MCPBASH_GIT_DENY_HOSTS", denied)
            .read("git+https://" + host + "/repo#a");

    assertEquals(may ? 0 : 4, ran.exitCode(), ran.toString());
    assertEquals(may, !provider.calls().isEmpty());
  }

  @Test
  void git_is_told_to_do_nothing_but_that_one_fetch() throws Exception {
    provider
        .with("GIT_DIR", "/elsewhere")
        .with("GIT_CONFIG_COUNT", "1")
        .with("GIT_CONFIG_KEY_0", "http.sslVerify")
        .with("GIT_CONFIG_VALUE_0", "false")
        .with("GIT_SSL_NO_VERIFY", "1")
        .with("GIT_TRACE", "1")
        .with("GIT_ALLOW_PROTOCOL", "file:ext")
        .with("SSH_ASKPASS", "/bin/true")
        .with("XDG_CONFIG_HOME", "/elsewhere");
    assertEquals(0, provider.read(URI).exitCode());

    List<String> environment = provider.lines("environment");
    assertEquals(
        List.of(
            "GIT_ALLOW_PROTOCOL=https",
            "GIT_ASKPASS=",
            "GIT_CONFIG_GLOBAL=/dev/null",
            "GIT_CONFIG_NOSYSTEM=1",
            "GIT_TERMINAL_PROMPT=0"),
        environment.stream()
            .filter(line -> line.startsWith("GIT_") && !line.startsWith("GIT_DIR="))
            .sorted()
            .toList());
    String scratch = provider.temporary() + "/bullpen-git.";
    assertTrue(environment.stream().anyMatch(line -> line.startsWith("GIT_DIR=" + scratch)));
    assertTrue(environment.stream().anyMatch(line -> line.startsWith("HOME=" + scratch)));
    assertFalse(environment.stream().anyMatch(line -> line.startsWith("XDG_CONFIG_HOME=")));
    for (String setting :
        List.of(
            "protocol.allow=never",
            "protocol.https.allow=always",
            "http.followRedirects=false",
            "http.sslVerify=true",
            "credential.helper=",
            "core.hooksPath=/dev/null",
            "submodule.recurse=false",
            "--depth 1",
            "--no-tags",
            "--no-recurse-submodules")) {
      assertTrue(fetch().contains(setting + " "), setting);
    }
  }

  @Test
  void a_program_for_passwords_is_used_if_the_operator_names_it() throws Exception {
    provider.with("GIT_ASKPASS", "/opt/password").read(URI);

    assertTrue(provider.lines("environment").contains("GIT_ASKPASS=/opt/password"));
  }

  @ParameterizedTest
  @CsvSource({
    "1023, 0",
    "1024, 0",
    "1025, 6",
    "99999999999999999, 6",
  })
  void a_file_is_as_large_as_allowed_at_most(String size, int exitCode) throws Exception {
    Ran ran =
        provider.with("MCPBASH_GIT_MAX_KB", "1").with("found", "blob " + size + " abc").read(URI);

    assertEquals(exitCode, ran.exitCode());
    assertEquals(exitCode == 0 ? "" : "The file is larger than 1 KiB\n", ran.err());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 52428800, 52428801",
    "x, 52428800, 52428801",
    "0, 52428800, 52428801",
    "1048576, 1073741824, 1073741825",
    "1048577, 1073741824, 1073741825",
    "99999999999, 1073741824, 1073741825",
    "0002, 2048, 2049",
  })
  void a_limit_that_is_none_is_the_usual_one(String limit, String fits, String tooLarge)
      throws Exception {
    provider.with("MCPBASH_GIT_MAX_KB", limit);

    assertEquals(0, provider.with("found", "blob " + fits + " abc").read(URI).exitCode());
    assertEquals(6, provider.with("found", "blob " + tooLarge + " abc").read(URI).exitCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FETCH_HEAD:docs/a.md missing",
        "tree 30 abc",
        "commit 30 abc",
        "symlink 11",
        "dangling 20",
        "loop 20",
        "notdir 20",
        "blob 5",
      })
  void what_is_no_file_is_not_found(String found) throws Exception {
    assertEquals(new Ran(3, "", "Resource not found\n"), provider.with("found", found).read(URI));
  }

  @ParameterizedTest
  @CsvSource({
    "fatal: couldn't find remote ref x, 3, Resource not found",
    "fatal: remote error: upload-pack: not our ref 1234, 3, Resource not found",
    "fatal: write error: File too large, 6, The repository is larger than 51200 KiB",
    "fatal: unable to access: 404, 5, unable to access: 404",
    "warning: nothing, 5, Resource fetch failed",
  })
  void a_failed_fetch_is_told_with_its_reason(String said, int exitCode, String told)
      throws Exception {
    Ran ran =
        provider
            .fetching("echo 'remote: hello' >&2; echo \"" + said + "\" >&2; exit 128")
            .read(URI);

    assertEquals(new Ran(exitCode, "", told + "\n"), ran);
    assertEquals(List.of(), provider.left());
  }

  @Test
  void what_a_server_says_cannot_draw_on_a_terminal() throws Exception {
    Ran ran = provider.fetching("printf 'fatal: a\\033[2Jb\\n' >&2; exit 1").read(URI);

    assertEquals("a?[2Jb\n", ran.err());
  }

  @Test
  void when_the_time_is_up_nothing_of_the_fetch_is_left() throws Exception {
    // Not less: both must have begun by then.
    provider.with("MCPBASH_GIT_TIMEOUT", "5").fetching(hanging());
    Ran ran = provider.read(URI);

    assertEquals(new Ran(5, "", "No answer from git.example in 5 seconds\n"), ran);
    assertHangingAreGone();
  }

  @Test
  void a_script_that_is_ended_takes_the_fetch_with_it() throws Exception {
    provider.fetching(hanging());
    Process script = provider.start(URI, folder.resolve("out"), folder.resolve("err"));
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> provider.lines("pids").size() == 2);
    script.destroy();

    assertTrue(script.waitFor(30, TimeUnit.SECONDS));
    assertEquals(143, script.exitValue());
    assertHangingAreGone();
  }

  @Test
  void folders_that_a_killed_script_has_left_are_cleared_away() throws Exception {
    Path old = Files.createDirectories(provider.temporary().resolve("bullpen-git.old/repository"));
    Path young = Files.createDirectory(provider.temporary().resolve("bullpen-git.young"));
    Path other = Files.createDirectory(provider.temporary().resolve("other.old"));
    FileTime longAgo = FileTime.from(Instant.now().minusSeconds(720));
    Files.setLastModifiedTime(old.getParent(), longAgo);
    Files.setLastModifiedTime(other, longAgo);
    provider.read(URI);

    assertEquals(List.of(young, other), provider.left().stream().sorted().toList());
  }

  @Test
  void without_git_it_says_so() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("little"));
    for (String name : List.of("bash", "env", "find", "rm", "mktemp")) {
      provider.program(bin.resolve(name), "exec /usr/bin/" + name + " \"$@\"");
    }

    assertEquals(
        new Ran(5, "", "git is not installed\n"), provider.with("PATH", bin.toString()).read(URI));
  }

  private String fetch() throws Exception {
    return provider.calls().stream()
        .filter(call -> call.contains(" fetch "))
        .findFirst()
        .orElse("");
  }

  /** Two processes that stay until they are killed, and note who they are. */
  private String hanging() {
    String pids = folder.resolve("pids").toString();
    return "echo $$ >>'%1$s'; sleep 1000 & echo $! >>'%1$s'; wait".formatted(pids);
  }

  private void assertHangingAreGone() throws Exception {
    List<String> pids = provider.lines("pids");
    assertEquals(2, pids.size());
    for (String pid : pids) {
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> ProcessHandle.of(Long.parseLong(pid)).isEmpty());
    }
    assertEquals(List.of(), provider.left());
  }
}
