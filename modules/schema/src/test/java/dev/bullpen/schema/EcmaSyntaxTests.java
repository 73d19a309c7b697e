package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What node's {@code new RegExp(text, "u")} says of the same. */
class EcmaSyntaxTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "^a|b$",
        "a*?b+?c??d{2}e{2,}f{2,3}?",
        "^[\\w.+\\-]+@[a-z-]+\\.[^\\s\\]]{2,}$",
        "[]|[^]",
        "[a-]",
        "[-a]",
        "[\\u{1F600}-\\u{1F64F}]",
        "[\\ud83d\\ude00-\\ud83d\\ude4f]",
        "(?:a)(?=b)(?!c)(?<=d)(?<!e)",
        "(?<year>\\d{4})-\\k<year>\\1",
        "\\p{L}\\P{Letter}\\p{Script=Greek}[\\p{Lu}\\d]",
        "\\x41\\u0041\\u{41}\\cJ\\0\\/\\.\\t",
        "[\\b\\cJ\\0\\-\\]]",
        "\\bfoo\\B"
      })
  void an_expression_is_one(String text) {
    assertEquals(Optional.empty(), EcmaPattern.fault(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "(?i)a           ; \"(?i\"",
        "a(?i:b)         ; \"(?i\"",
        "(?P<x>a)        ; is written (?<name>...)",
        "(?P=x)          ; \"(?P\"",
        "(?>a)           ; \"(?>\"",
        "(?#a)           ; \"(?#\"",
        "\\Aa            ; write \"^\"",
        "a\\Z            ; write \"$\"",
        "a\\z            ; write \"$\"",
        "\\Qa\\E         ; \"\\Q\"",
        "\\h             ; \"\\h\"",
        "\\@             ; leave the backslash out",
        "\\-             ; leave the backslash out",
        "[\\@]           ; leave the backslash out",
        "[\\B]           ; \"\\B\"",
        "[\\w-.]         ; \"\\-\"",
        "[z-a]           ; wrong way round",
        "[[:alpha:]]a]   ; \"]\" is written \"\\]\"",
        "a{              ; \"{\" is written \"\\{\"",
        "a{,2}           ; \"{\" is written \"\\{\"",
        "}               ; \"}\" is written \"\\}\"",
        "a{2,1}          ; {2,1} is no range",
        "*a              ; \"*\" repeats nothing",
        "a++             ; \"+\" repeats nothing",
        "^*              ; \"*\" repeats nothing",
        "(?=a)*          ; \"*\" repeats nothing",
        "\\b+            ; \"+\" repeats nothing",
        "(a              ; a group is not closed",
        "a)              ; closes nothing",
        "[a              ; it ends too soon",
        "a\\             ; it ends too soon",
        "(a)\\2          ; \\2",
        "(?<a>b)\\k<c>   ; \\k",
        "\\k             ; \\k",
        "(?<a>b)(?<a>c)  ; the same name",
        "(?<1a>b)        ; no proper name",
        "\\x4            ; it ends too soon",
        "\\x4g           ; 2 hexadecimal digits",
        "\\u{110000}     ; a character's number",
        "\\c1            ; a letter",
        "\\01            ; followed by a digit",
        "\\pL            ; a property",
        "\\p{IsAlphabetic} ; a property",
        "\\p{Nothing}    ; a property"
      })
  void what_only_other_languages_know_is_none(String text, String why) {
    String fault = EcmaPattern.fault(text).orElse("none");
    assertTrue(fault.contains(why), fault);
  }

  @Test
  void however_deep_it_goes_it_is_checked() {
    assertTrue(EcmaPattern.fault("(".repeat(100_000)).isPresent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u{", "\\p{", "a{9", "9"})
  void however_long_it_is_it_is_respelt_in_a_moment(String part) {
    String text = part.length() == 1 ? "a{" + part.repeat(900_000) + "}" : part.repeat(300_000);
    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> EcmaPattern.toJava(text));
  }
}
