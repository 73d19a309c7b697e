package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What node's {@code new RegExp("\\p{...}", "u")} says of the same. */
class EcmaPropertyTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Script=Latin",
        "Script=Latn",
        "sc=Latin",
        "sc=Latn",
        "Script_Extensions=Greek",
        "Script_Extensions=Grek",
        "scx=Greek",
        "scx=Grek",
        "sc=Old_Italic",
        "sc=Ital",
        "sc=SignWriting",
        "sc=Sgnw",
        "sc=Phags_Pa",
        "sc=Nko",
        "sc=Nyiakeng_Puachue_Hmong",
        "sc=Cham",
        "sc=Common",
        "sc=Zyyy",
        "sc=Inherited",
        "sc=Zinh",
        "sc=Unknown",
        "sc=Zzzz",
        "General_Category=Letter",
        "General_Category=L",
        "gc=Lowercase_Letter",
        "gc=Ll",
        "gc=LC",
        "gc=Combining_Mark",
        "gc=punct",
        "Cased_Letter",
        "Lu",
        "digit",
        "cntrl",
        "punct",
        "Any",
        "ASCII",
        "Assigned",
        "Alphabetic",
        "Alpha",
        "White_Space",
        "space",
        "AHex",
        "Emoji",
        "ExtPict"
      })
  void a_name_of_ecma262_is_known(String property) {
    assertTrue(EcmaProperty.isKnown(property));
    assertEquals(
        Optional.empty(), EcmaPattern.fault("[\\p{" + property + "}]\\P{" + property + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "=Lu",
        "Latin",
        "Greek",
        "Script",
        "Script=",
        "Script=latin",
        "Script=LATIN",
        "Script=latn",
        "Script=LATN",
        "Script=LAtn",
        "Script= Latin",
        "Script=Latin ",
        "Script =Latin",
        "Script=Latin=Latin",
        "Script:Latin",
        "Script=IsLatin",
        "script=Latin",
        "SCRIPT=Latin",
        "SC=Latn",
        "Sc=Latn",
        "Scx=Latn",
        "script_extensions=Latin",
        "ScriptExtensions=Latin",
        "sc=OldItalic",
        "sc=Old-Italic",
        "sc=Old Italic",
        "sc=Old_italic",
        "sc=OLD_ITALIC",
        "sc=Signwriting",
        "sc=NKo",
        "sc=Katakana_Or_Hiragana",
        "sc=Nothing",
        "general_category=Letter",
        "GC=L",
        "gc=letter",
        "gc=LETTER",
        "gc=l",
        "gc=LL",
        "gc=Lowercase Letter",
        "gc=LowercaseLetter",
        "gc=Any",
        "gc=Alpha",
        "letter",
        "lu",
        "LU",
        "L1",
        "Digit",
        "Punct",
        "alphabetic",
        "ALPHABETIC",
        "any",
        "Ascii",
        "White_space",
        "WhiteSpace",
        "Space",
        "Alpha=Y",
        "IsAlphabetic",
        "IsLatin",
        "InGreek",
        "blk=Greek",
        "Block=Greek",
        "javaLowerCase",
        "Alnum",
        "Graph",
        "Print",
        "Blank",
        "XDigit",
        "RGI_Emoji"
      })
  void any_other_name_is_not(String property) {
    assertFalse(EcmaProperty.isKnown(property));
    assertTrue(EcmaPattern.fault("\\p{" + property + "}").isPresent());
  }

  @ParameterizedTest
  @EnumSource
  void no_script_is_known_in_capitals_or_small_letters(UnicodeScript script) {
    String name = script.name();
    assertFalse(EcmaProperty.isKnown("sc=" + name));
    assertFalse(EcmaProperty.isKnown("sc=" + name.toLowerCase(Locale.ROOT)));
  }
}
