package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which URIs {@code providers/git.sh} asks git for. */
@Timeout(60)
class GitUriTests extends FakeGit {
  private static final List<String> UNUSABLE =
      List.of(
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
          "git+https://git.example/repo#main:a\\x41");

  @Test
  void what_is_no_usable_uri_never_reaches_git() throws Exception {
    ManyRuns many = provider.many();
    UNUSABLE.forEach(many::read);
    for (ManyRuns.Result result : provider.read(many)) {
      Ran ran = result.ran();
      assertEquals(4, ran.exitCode(), result.toString());
      assertEquals(1, ran.err().lines().count(), result.toString());
      assertEquals("", ran.out(), result.toString());
      assertEquals(List.of(), result.calls(), result.toString());
    }
  }

  private static final List<String> OUTSIDE =
      List.of(
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
          "%2Fetc");

  @Test
  void a_path_that_is_not_in_a_repository_is_not_found() throws Exception {
    ManyRuns many = provider.many();
    OUTSIDE.forEach(path -> many.read("git+https://git.example/repo#main:" + path));
    for (ManyRuns.Result result : provider.read(many)) {
      assertEquals(new Ran(3, "", "Resource not found\n"), result.ran(), result.toString());
      assertEquals(List.of(), result.calls(), result.toString());
    }
  }

  @Test
  void a_path_is_taken_as_a_name_and_nothing_else() throws Exception {
    Map<String, String> paths = new LinkedHashMap<>();
    paths.put("a%20b.md", "a b.md");
    paths.put("%C3%A4", "\u00e4");
    paths.put("\u00e4", "\u00e4");
    paths.put("a:b", "a:b");
    paths.put("a%3Ab%23c", "a:b#c");
    paths.put("-a", "-a");
    paths.put("*", "*");
    paths.put("$(id)", "$(id)");
    paths.put("a+b", "a+b");
    paths.put("..a/b..", "..a/b..");
    paths.put("100%25", "100%");
    ManyRuns many = provider.many();
    paths.keySet().forEach(path -> many.read("git+https://git.example/repo#main:" + path));
    for (ManyRuns.Result result : provider.read(many)) {
      assertEquals(0, result.ran().exitCode(), result.toString());
    }
    assertEquals(
        paths.values().stream().map(path -> "FETCH_HEAD:" + path).toList(),
        provider.lines("asked"));
  }

  /** Whether a host may be read with these settings. */
  private record Rule(String allowed, String all, String denied, String host, boolean may) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("", "", "", "git.example", false),
          new Rule("git.example", "", "", "git.example", true),
          new Rule("GIT.example", "", "", "git.EXAMPLE", true),
          new Rule("a.example, git.example", "", "", "git.example", true),
          new Rule("a.example\tgit.example", "", "", "git.example", true),
          new Rule("git.example", "", "", "git.example:443", true),
          new Rule("git.example", "", "", "git.example:8443", false),
          new Rule("git.example:8443", "", "", "git.example:8443", true),
          new Rule("git.example:8443", "", "", "git.example:08443", true),
          new Rule("git.example:8443", "", "", "git.example", false),
          new Rule("git.example", "", "", "a.git.example", false),
          new Rule("*", "", "", "git.example", false),
          new Rule("*.example", "", "", "git.example", false),
          new Rule("git.example", "", "git.example", "git.example", false),
          new Rule("git.example:8443", "", "git.example", "git.example:8443", false),
          new Rule("git.example:8443", "", "git.example:8443", "git.example:8443", false),
          new Rule("", "true", "git.example", "git.example", false),
          new Rule("", "true", "", "git.example", true),
          new Rule("", "yes", "", "git.example", true),
          new Rule("", "no", "", "git.example", false),
          new Rule("", "true", "", "git.example:8443", false),
          new Rule("", "true", "", "localhost", false),
          new Rule("", "true", "", "a.localhost", false),
          new Rule("", "true", "", "intranet", false),
          new Rule("", "true", "", "printer.local", false),
          new Rule("", "true", "", "metadata.google.internal", false),
          new Rule("", "true", "", "127.0.0.1", false),
          new Rule("", "true", "", "8.8.8.8", false),
          new Rule("", "true", "", "127.1", false),
          new Rule("", "true", "", "2130706433", false),
          new Rule("", "true", "", "0x7f.1", false),
          new Rule("", "true", "", "127.0.0.0x1", false),
          new Rule("10.0.0.5", "", "", "10.0.0.5", true),
          new Rule("localhost", "", "", "localhost", true),
          new Rule("", "true", "git.example:0443", "git.example", false),
          new Rule("", "true", "git.example:8443", "git.example", true),
          new Rule("", "true", "[::1]", "git.example", true),
          new Rule("", "true", "a.example\r\nb.example\r", "git.example", true),
          new Rule("", "true", "a.example\r\ngit.example\r", "git.example", false),
          new Rule("", "true", "git.example\fb.example\u000b", "git.example", false),
          new Rule("a.example\r\ngit.example\r", "", "", "git.example", true),
          new Rule("", "true", "other.example.", "git.example", false),
          new Rule("", "true", "*.other", "git.example", false),
          new Rule("", "true", "https://other.example", "git.example", false),
          new Rule("", "true", "other.example:0", "git.example", false),
          new Rule("", "true", "b\u00fccher.example", "git.example", false),
          new Rule("", "true", "[other.example]", "git.example", false));

  @Test
  void hosts_may_be_read_as_the_settings_say() throws Exception {
    ManyRuns many = provider.many();
    for (Rule rule : RULES) {
      many.read(
          "git+https://" + rule.host + "/repo#a",
          "MCPBASH_GIT_ALLOW_HOSTS",
          rule.allowed,
          "MCPBASH_GIT_ALLOW_ALL",
          rule.all,
          "MCPBASH_GIT_DENY_HOSTS",
          rule.denied);
    }
    List<ManyRuns.Result> results = provider.read(many);
    for (int i = 0; i < RULES.size(); i++) {
      boolean may = RULES.get(i).may;
      ManyRuns.Result result = results.get(i);
      assertEquals(may ? 0 : 4, result.ran().exitCode(), result.toString());
      assertEquals(may, !result.calls().isEmpty(), result.toString());
    }
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
