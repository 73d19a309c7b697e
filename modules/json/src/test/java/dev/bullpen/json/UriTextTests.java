package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class UriTextTests {
  private static Optional<String> shown(String text) {
    return UriText.of(JsonNodeFactory.instance.stringNode(text)).map(JsonNode::stringValue);
  }

  @ParameterizedTest
  @CsvSource({
    "note://my notes, note://my%20notes",
    "note://gr\u00f6\u00dfe, note://gr%C3%B6%C3%9Fe",
    "note://a%20b, note://a%20b",
    "note://50%, note://50%25",
    "note://50%2, note://50%252",
    "note://50%zz%41, note://50%25zz%41",
    "note://a/b[1].md, note://a/b%5B1%5D.md",
    "note://h?a[]=1, note://h?a%5B%5D=1",
    "note:[a], note:%5Ba%5D",
    "https://[::1]:8443/a[b], https://[::1]:8443/a%5Bb%5D",
    "https://u@[fe80::1], https://u@[fe80::1]",
    "https://[no]/, https://%5Bno%5D/",
    "https://[::1]x/, https://%5B::1%5Dx/",
    "note://a#b, note://a#b",
    "note://a#b#c#, note://a#b%23c%23",
    "git+https://h/r#main:a b#1, git+https://h/r#main:a%20b%231"
  })
  void what_no_uri_may_hold_is_percent_encoded(String text, String expected) {
    assertEquals(Optional.of(expected), shown(text));
    assertEquals(Optional.of(expected), shown(expected), "and is what it is from then on");
    assertTrue(URI.create(expected).isAbsolute());
  }

  @Test
  void what_has_no_scheme_gets_one() {
    assertEquals(Optional.empty(), shown("a b"));
    assertEquals("resource:a%20b%5B1%5D", UriText.of("a b[1]"));
    assertEquals("resource:1:2", UriText.of("1:2"));
    assertEquals("resource:unnamed", UriText.of(""));
    assertEquals("resource:a:b", UriText.made("a:b"));
    assertEquals("a:b", UriText.of("a:b"));
  }
}
