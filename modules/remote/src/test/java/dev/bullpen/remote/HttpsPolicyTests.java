package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URIs may be read, as the settings say. */
class HttpsPolicyTests {
  private final List<String> problems = new ArrayList<>();

  @Test
  void nothing_may_be_read_unless_something_is_said() {
    FetchException refused = refused(Map.of(), "https://files.example/");

    assertEquals("The host files.example may not be read from here", refused.getMessage());
    assertEquals("add files.example to MCPBASH_HTTPS_ALLOW_HOSTS to allow it", refused.detail());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "files.example",
        "a.example,files.example",
        "a.example files.example",
        " ,, a.example ,\t files.example\n,",
        "FILES.Example",
      })
  void a_listed_host_may_be_read_however_the_list_is_written(String list) {
    allowed(Map.of(HttpsPolicy.ALLOW_HOSTS, list), "https://files.example/");
    allowed(Map.of(HttpsPolicy.ALLOW_HOSTS, list), "HTTPS://Files.EXAMPLE/a");
    allowed(Map.of(HttpsPolicy.ALLOW_HOSTS, list), "https://files.example:443/");
    assertTrue(problems.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://www.files.example/",
        "https://example/",
        "https://files.example.org/",
        "https://xfiles.example/",
        "https://files.example:8443/",
        "https://files.example:80/",
      })
  void a_listed_host_is_that_host_at_that_port_and_no_other(String uri) {
    refused(Map.of(HttpsPolicy.ALLOW_HOSTS, "files.example"), uri);
  }

  @Test
  void another_port_has_to_be_written() {
    Map<String, String> env = Map.of(HttpsPolicy.ALLOW_HOSTS, "files.example:8443");

    allowed(env, "https://files.example:8443/");
    refused(env, "https://files.example/");
    refused(env, "https://files.example:8444/");
    assertEquals(
        "add files.example:9 to MCPBASH_HTTPS_ALLOW_HOSTS to allow it",
        refused(env, "https://files.example:9/").detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "1", "yes", "on", "TRUE", " On "})
  void all_hosts_may_be_allowed_at_their_usual_port(String yes) {
    Map<String, String> env = Map.of(HttpsPolicy.ALLOW_ALL, yes);

    allowed(env, "https://files.example/");
    allowed(env, "https://8.8.8.8/");
    refused(env, "https://files.example:8443/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "false", "0", "no", "off"})
  void a_no_allows_nothing_and_is_no_problem(String no) {
    refused(Map.of(HttpsPolicy.ALLOW_ALL, no), "https://files.example/");
    assertTrue(problems.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"maybe", "2", "*", "truely"})
  void what_is_neither_allows_nothing_and_is_said(String word) {
    refused(Map.of(HttpsPolicy.ALLOW_ALL, word), "https://files.example/");
    assertEquals(
        List.of(
            "MCPBASH_HTTPS_ALLOW_ALL is ignored: it is not true or false. Hosts have to be listed"
                + " by name."),
        problems);
  }

  @ParameterizedTest
  @CsvSource({
    "files.example, https://files.example/",
    "FILES.EXAMPLE, https://files.example/",
    "files.example, https://files.example:8443/",
    "files.example:8443, https://files.example:8443/",
    "files.example:443, https://files.example/",
    "8.8.8.8, https://8.8.8.8/",
    "[2606:4700:0::1], https://[2606:4700::1]/",
  })
  void a_denied_host_is_refused_whatever_allows_it(String denied, String uri) {
    Map<String, String> env =
        Map.of(
            HttpsPolicy.ALLOW_ALL, "true",
            HttpsPolicy.ALLOW_HOSTS, "files.example files.example:8443 8.8.8.8 [2606:4700::1]",
            HttpsPolicy.DENY_HOSTS, denied);

    assertEquals("it is listed in MCPBASH_HTTPS_DENY_HOSTS", refused(env, uri).detail());
  }

  @Test
  void a_host_denied_at_one_port_is_allowed_at_others() {
    Map<String, String> env =
        Map.of(HttpsPolicy.ALLOW_ALL, "true", HttpsPolicy.DENY_HOSTS, "files.example:8443");

    allowed(env, "https://files.example/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*.example",
        "https://files.example",
        "files.example/a",
        "files.example:0",
        "files.example:65536",
        "files.example:x",
        "user@files.example",
        "127.1",
        "files.example.",
        "[fe80::1%eth0]",
      })
  void an_entry_that_cannot_be_read_is_ignored_and_said(String entry) {
    Map<String, String> env = Map.of(HttpsPolicy.ALLOW_HOSTS, entry + ",files.example");

    allowed(env, "https://files.example/");
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(
        problems.get(0).startsWith("MCPBASH_HTTPS_ALLOW_HOSTS: \"" + entry + "\" is ignored ("),
        problems.toString());
  }

  @Test
  void names_beyond_ascii_are_compared_in_ascii() {
    Map<String, String> env = Map.of(HttpsPolicy.ALLOW_HOSTS, "B\u00fccher.example");

    allowed(env, "https://b\u00fccher.example/");
    allowed(env, "https://xn--bcher-kva.example/");
    assertEquals("https://xn--bcher-kva.example/", url(env, "https://b\u00fccher.example/"));
  }

  @Test
  void what_is_asked_for_is_the_uri_without_fragment_and_default_port() {
    Map<String, String> env =
        Map.of(HttpsPolicy.ALLOW_HOSTS, "files.example files.example:65535 [2606:4700::1]:1");

    assertEquals(
        "https://files.example/a%20b?c=d&e", url(env, "https://FILES.example:443/a%20b?c=d&e#f"));
    assertEquals("https://files.example", url(env, "https://files.example"));
    assertEquals("https://files.example:65535/%C3%A4", url(env, "https://files.example:65535/ä"));
    assertEquals("https://[2606:4700:0:0:0:0:0:1]:1/", url(env, "https://[2606:4700::1]:1/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://files.example/",
        "ftp://files.example/",
        "file:///etc/passwd",
        "jar:https://files.example/!/a",
        "https:files.example",
        "https:/files.example/",
        "https:///files.example/",
        "files.example",
        "//files.example/",
        "git+https://files.example/",
        "https://user@files.example/",
        "https://user:secret@files.example/",
        "https://@files.example/",
        "https://files.example@10.0.0.1/",
        "https://files.example:/",
        "https://files.example:0/",
        "https://files.example:65536/",
        "https://files.example:99999999999/",
        "https://files.example:-1/",
        "https://files.example:4 43/",
      })
  void other_forms_of_uri_are_refused(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      // Not even a URI; nobody can ask for it.
      return;
    }
    FetchException refused =
        assertThrows(FetchException.class, () -> policy(all()).check(uri), text);
    assertEquals(Kind.POLICY, refused.kind());
  }

  @Test
  void a_uri_may_be_as_long_as_servers_take() {
    String beginning = "https://files.example/";
    int rest = HttpsPolicy.MAX_URI_LENGTH - beginning.length();

    allowed(all(), beginning + "a".repeat(rest - 1));
    allowed(all(), beginning + "a".repeat(rest));
    assertEquals(
        "The URI is longer than 8000 characters",
        refused(all(), beginning + "a".repeat(rest + 1)).getMessage());
  }

  private Map<String, String> all() {
    return Map.of(HttpsPolicy.ALLOW_ALL, "true");
  }

  private HttpsPolicy policy(Map<String, String> env) {
    problems.clear();
    return HttpsPolicy.of(env, problems::add);
  }

  private void allowed(Map<String, String> env, String uri) {
    assertDoesNotThrow(() -> policy(env).check(URI.create(uri)), uri);
  }

  private String url(Map<String, String> env, String uri) {
    return assertDoesNotThrow(() -> policy(env).check(URI.create(uri)).url().toString());
  }

  private FetchException refused(Map<String, String> env, String uri) {
    FetchException refused =
        assertThrows(FetchException.class, () -> policy(env).check(URI.create(uri)), uri);
    assertEquals(Kind.POLICY, refused.kind());
    return refused;
  }
}
