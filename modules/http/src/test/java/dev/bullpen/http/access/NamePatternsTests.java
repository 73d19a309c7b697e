package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternsTests {
  @ParameterizedTest
  @CsvSource({
    "files.read, files.read, true",
    "files.read, files.reads, false",
    "files.read, filesXread, false",
    "files.read, FILES.READ, false",
    "files.*, files.read, true",
    "files.*, files., true",
    "files.*, files, false",
    "files.*, my.files.read, false",
    "*, anything, true",
    "*, '', true",
    "**, a, true",
    "*.read, files.read, true",
    "*.read, files.reader, false",
    "a*a, a, false",
    "a*a, aa, true",
    "a*b*c, a-b-c, true",
    "a*b*c, abbc, true",
    "a*b*c, acb, false",
    "*ab*ab*, xabx, false",
    "*ab*ab*, abab, true",
    "file:///srv/*, file:///srv/x/y, true",
    "[a-z]?, b1, false",
  })
  void a_star_stands_for_any_characters_and_all_else_for_itself(
      String pattern, String name, boolean isPermitted) {
    assertEquals(isPermitted, new NamePatterns(List.of("no", pattern)).permit(name));
  }

  @Test
  void no_pattern_permits_nothing() {
    assertFalse(new NamePatterns(List.of()).permit("a"));
    assertFalse(new NamePatterns(List.of()).permit(""));
  }

  @Test
  void a_long_name_takes_no_long_time() {
    NamePatterns patterns = new NamePatterns(List.of("*a*a*a*a*a*a*a*a*a*a*b"));
    String name = "a".repeat(1_000_000) + "c";
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertFalse(patterns.permit(name)));
  }
}
