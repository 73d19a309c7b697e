package dev.bullpen.project.uri;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriSyntaxTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a:",
        "file:///a%20b",
        "git+https://h/r#main:a/b.c",
        "x-y.z+1://u:p@[::1]:80/a;b=c,d?e=f&g#h",
        "x://!$&'()*+,;=-._~",
        "x://%C3%A4/ä/\u00a0/\ud83d\ude00"
      })
  void a_uri_is_one(String uri) {
    assertTrue(UriSyntax.isUri(uri));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":a",
        "a",
        "/a",
        "1a://b",
        "a b://c",
        "ä://c",
        "x://a b",
        "x://a\tb",
        "x://a\nb",
        "x://a\u0000b",
        "x://a\u007fb",
        "x://a\u0085b",
        "x://a%00b",
        "x://a%",
        "x://a%4",
        "x://a%4g",
        "x://%%41",
        "x://a\\b",
        "x://{a}",
        "x://a|b",
        "x://<a>",
        "x://a\"b",
        "x://a^b",
        "x://a`b",
        "x://\ud800"
      })
  void what_is_none_is_refused(String text) {
    assertFalse(UriSyntax.isUri(text));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_uri_has_a_bounded_length(int beyond, boolean accepted) {
    String uri = "x:" + "a".repeat(UriSyntax.MAX_LENGTH - 2 + beyond);
    assertEquals(accepted, UriSyntax.isUri(uri));
  }

  @Test
  void the_scheme_is_compared_without_case() {
    assertEquals("git+https", UriSyntax.scheme("Git+HTTPS://h"));
    assertEquals("//h:1", UriSyntax.afterScheme("a://h:1"));
    assertEquals("", UriSyntax.scheme("a/b:c"));
  }

  @ParameterizedTest
  @CsvSource({
    "a, a",
    "%41%C3%A4ä, Aää",
    "%2541, %41",
    "%2e%2E%2f, ../",
    "'', ''",
    "%F0%9F%98%80\ud83d\ude00, \ud83d\ude00\ud83d\ude00"
  })
  void escapes_are_decoded_once(String escaped, String text) {
    assertEquals(Optional.of(text), UriSyntax.decode(escaped));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%4",
        "%4g",
        "%g4",
        "%-1",
        "%+1",
        "%ff",
        "%c0%ae",
        "%e0%80%ae",
        "%ed%a0%80",
        "a%c3"
      })
  void what_is_not_utf8_is_not_decoded(String escaped) {
    assertEquals(Optional.empty(), UriSyntax.decode(escaped));
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/a, https://h/a",
    "https://h/a?, https://h/a?",
    "https://h/a?key=1&b#c?d, https://h/a?...#...",
    "https://h/a#c, https://h/a#...",
    "HTTPS://h?key, HTTPS://h?...",
    "git+https://h/r?key#main:a.md, git+https://h/r?...#main:a.md",
    "own://h/a?b#c, own://h/a?b#c",
    "file:///a, file:///a",
    "no uri?b, no uri?b",
    "'', ''"
  })
  void a_query_of_another_host_is_not_shown(String uri, String shown) {
    assertEquals(shown, UriSyntax.logged(uri));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///a/../b",
        "file:///a/./b",
        "file:///a/..",
        "file:///a/%2e%2e/b",
        "file:///a/.%2E/b",
        "file:///a/%2E./b",
        "file:///a%2f..%2Fb",
        "file:///a/..?q",
        "git+https://h/r#a/../b",
        "x:../a",
        "x://..",
        "x://a?p=b/..&q=c"
      })
  void a_dot_segment_is_seen_however_it_is_spelled(String uri) {
    assertTrue(UriSyntax.hasDotSegment(uri));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///a/...",
        "file:///a/.b",
        "file:///a/b..",
        "file:///a..b/c",
        "file:///a/..;/b",
        "file:///a/%252e%252e/b",
        "file:///a/{b}/.git/HEAD",
        "https://h/a.b/?q=1.5"
      })
  void dots_in_a_name_are_no_dot_segment(String uri) {
    assertFalse(UriSyntax.hasDotSegment(uri));
  }
}
