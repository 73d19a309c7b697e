package dev.bullpen.project.uri;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggedUriTests {
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
    assertEquals(shown, LoggedUri.of(uri));
  }
}
