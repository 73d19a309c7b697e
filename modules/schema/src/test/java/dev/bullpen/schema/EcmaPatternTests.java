package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcmaPatternTests {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "a$         | a        | true",
        "a$         | a~n      | false",
        "a\\$       | a$       | true",
        "[$]        | $        | true",
        "^.$        | ~u       | true",
        "^.$        | ~n       | false",
        "^[[]$      | [        | true",
        "^[a[b]$    | [        | true",
        "^[a&&b]$   | &        | true",
        "^[a&&b]$   | a        | true",
        "[]         | x        | false",
        "^[^]$      | ~n       | true",
        "^[\\]]$    | ]        | true",
        "^\\s$      | ~s       | true",
        "^[x\\s]$   | ~s       | true",
        "^\\S$      | ~s       | false",
        "^\\v$      | ~n       | false",
        "^\\u0041$  | A        | true",
        "^\\u{1F600}$ | 😀     | true",
        "^\\d{2}$   | 12       | true",
        "^\\d$      | ٣        | false",
        "^(?<y>\\d)\\k<y>$ | 11 | true",
        "^\\cJ$     | ~n       | true",
        "^\\/$      | /        | true",
        "^\\p{L}+$  | äß       | true",
      })
  void an_expression_means_what_it_means_in_ecmascript(String ecma, String text, boolean found) {
    String value = text.replace("~n", "\n").replace("~u", "\u0085").replace("~s", "\u2003");
    assertEquals(found, Pattern.compile(EcmaPattern.toJava(ecma)).matcher(value).find());
  }
}
