package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaPatternTests {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "a$         ; a        ; true",
        "a$         ; a~n      ; false",
        "a\\$       ; a$       ; true",
        "[$]        ; $        ; true",
        "^.$        ; ~u       ; true",
        "^.$        ; ~n       ; false",
        "^[[]$      ; [        ; true",
        "^[a[b]$    ; [        ; true",
        "^[a&&b]$   ; &        ; true",
        "^[a&&b]$   ; a        ; true",
        "[]         ; x        ; false",
        "^[^]$      ; ~n       ; true",
        "^[\\]]$    ; ]        ; true",
        "^\\s$      ; ~s       ; true",
        "^[x\\s]$   ; ~s       ; true",
        "^\\S$      ; ~s       ; false",
        "^\\v$      ; ~n       ; false",
        "^\\u0041$  ; A        ; true",
        "^\\u{1F600}$ ; 😀     ; true",
        "^\\d{2}$   ; 12       ; true",
        "^\\d$      ; ٣        ; false",
        "^(?<y>\\d)\\k<y>$ ; 11 ; true",
        "^\\cJ$     ; ~n       ; true",
        "^\\/$      ; /        ; true",
        "^\\p{L}+$  ; äß       ; true",
        "^(?<first_name>a)$ ; a ; true",
        "^(?<$größe>[ab])\\k<$größe>$ ; aa ; true",
        "^(?<$größe>[ab])\\k<$größe>$ ; ab ; false",
        "^[(?<n_>]$ ; <        ; true",
        "^\\(?<n_>$ ; (<n_>   ; true",
        "\\bfoo\\b ; éfoo     ; true",
        "\\bfoo\\b ; foo bar  ; true",
        "\\bfoo\\b ; food     ; false",
        "\\bfoo\\b ; a_foo    ; false",
        "^\\Bé\\Bè ; éè       ; true",
        "a\\Bb     ; ab       ; true",
        "a\\B      ; a        ; false",
        "^[\\b]$   ; ~b       ; true",
        "^\\cj$    ; ~n       ; true",
        "^[\\cj]$  ; ~n       ; true",
        // a group that has captured nothing
        "^(')?a\\1$ ; a       ; true",
        "^(')?a\\1$ ; 'a'     ; true",
        "^(')?a\\1$ ; 'a      ; false",
        "^(?:a(b))?c\\1d$ ; abcbd ; true",
        "^(?:a(b))?c\\1d$ ; cd ; true",
        "^(?:(a)|b)\\1$ ; b  ; true",
        "^(?:(a)|b\\1)$ ; b  ; true",
        "^\\1(a)$  ; a        ; true",
        "^(a\\1)$  ; a        ; true",
        "^(?!(b)c)b\\1$ ; b   ; true",
        "^(a)(?<x>b)\\2\\1$ ; abba ; true",
        "^\\p{Alpha}$ ; ä     ; true",
        "^\\p{Lower}$ ; ä     ; true",
        "^\\p{Upper}$ ; Ä     ; true",
        "^[^\\p{Lowercase_Letter}]$ ; ä ; false",
        "^\\P{Letter}$ ; ä    ; false",
        "^\\p{gc=Decimal_Number}$ ; ٣ ; true",
        "^\\p{Script=Greek}$ ; α ; true",
        "^\\p{Any}$ ; ä       ; true",
        "^\\\\p$   ; \\p       ; true",
      })
  void an_expression_means_what_it_means_in_ecmascript(String ecma, String text, boolean found) {
    String value =
        text.replace("~n", "\n")
            .replace("~u", "\u0085")
            .replace("~s", "\u2003")
            .replace("~b", "\b");
    assertEquals(found, Pattern.compile(EcmaPattern.toJava(ecma)).matcher(value).find());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a)\\2",
        "(a)\\12",
        "(a)\\999999999",
        "(a)\\99999999999",
        "(?<a>b)\\k<b>",
        "(a)\\k<g1>\\1",
        "\\k<a",
        "(?<1a>b)",
        "(?<a b>b)",
        "(?<a>b)(?<a>b)\\k<a>",
        "(a))\\1",
        "((a)\\1",
        "\\p{Nothing}",
        "\\p{L",
      })
  void what_is_no_expression_stays_none(String ecma) {
    assertThrows(PatternSyntaxException.class, () -> Pattern.compile(EcmaPattern.toJava(ecma)));
  }
}
