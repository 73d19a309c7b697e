package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URIs {@code providers/git.sh} asks git for. */
@Timeout(60)
class GitUriTests extends FakeGit {
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
    "'', true, git.example:0443, git.example, false",
    "'', true, git.example:8443, git.example, true",
    "'', true, '[::1]', git.example, true",
    "'', true, 'a.example\r\nb.example\r', git.example, true",
    "'', true, 'a.example\r\ngit.example\r', git.example, false",
    "'', true, 'git.example\fb.example\u000b', git.example, false",
    "'a.example\r\ngit.example\r', '', '', git.example, true",
    "'', true, other.example., git.example, false",
    "'', true, '*.other', git.example, false",
    "'', true, https://other.example, git.example, false",
    "'', true, other.example:0, git.example, false",
    "'', true, b\u00fccher.example, git.example, false",
    "'', true, '[other.example]', git.example, false",
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
  void a_denied_entry_that_is_no_host_is_why_every_host_is_refused() throws Exception {
    Ran ran =
        provider
            .with("MCPBASH_GIT_ALLOW_HOSTS", "git.example")
            .with("MCPBASH_GIT_DENY_HOSTS", "*.secret")
            .read("git+https://git.example/repo#a");

    assertEquals(
        "The host git.example:443 may not be read from here; MCPBASH_GIT_DENY_HOSTS has an entry"
            + " that is no host\n",
        ran.err());
  }
}
