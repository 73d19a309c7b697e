package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code providers/git.sh} asks git for, and what it never does. */
@Timeout(60)
class GitPolicyTests extends FakeGit {
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

  @Test
  void git_is_started_for_nothing_but_that_one_fetch() throws Exception {
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
}
