package dev.bullpen.schema;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates names of character properties from ECMA-262 (tables of "General_Category" and of
 * "binary Unicode properties") to {@link java.util.regex.Pattern}. A name that Java lacks is kept,
 * which makes the expression unusable.
 */
final class EcmaProperty {
  private static final Map<String, String> CATEGORIES =
      table(
          """
          Letter=L Cased_Letter=LC Uppercase_Letter=Lu Lowercase_Letter=Ll Titlecase_Letter=Lt
          Modifier_Letter=Lm Other_Letter=Lo Mark=M Combining_Mark=M Nonspacing_Mark=Mn
          Spacing_Mark=Mc Enclosing_Mark=Me Number=N Decimal_Number=Nd digit=Nd Letter_Number=Nl
          Other_Number=No Punctuation=P punct=P Connector_Punctuation=Pc Dash_Punctuation=Pd
          Open_Punctuation=Ps Close_Punctuation=Pe Initial_Punctuation=Pi Final_Punctuation=Pf
          Other_Punctuation=Po Symbol=S Math_Symbol=Sm Currency_Symbol=Sc Modifier_Symbol=Sk
          Other_Symbol=So Separator=Z Space_Separator=Zs Line_Separator=Zl
          Paragraph_Separator=Zp Other=C Control=Cc cntrl=Cc Format=Cf Surrogate=Cs
          Private_Use=Co Unassigned=Cn
          """);

  /** Java's own Alpha, Lower and Upper are ASCII only. It knows Emoji from JDK 21 on. */
  private static final Map<String, String> BINARY =
      table(
          """
          Any=all ASCII=ASCII Assigned=IsAssigned Alphabetic=IsAlphabetic Alpha=IsAlphabetic
          Lowercase=IsLowercase Lower=IsLowercase Uppercase=IsUppercase Upper=IsUppercase
          White_Space=IsWhite_Space space=IsWhite_Space Hex_Digit=IsHex_Digit Hex=IsHex_Digit
          ASCII_Hex_Digit=XDigit AHex=XDigit Ideographic=IsIdeographic Ideo=IsIdeographic
          Join_Control=IsJoin_Control Join_C=IsJoin_Control
          Noncharacter_Code_Point=IsNoncharacter_Code_Point NChar=IsNoncharacter_Code_Point
          ID_Start=javaUnicodeIdentifierStart IDS=javaUnicodeIdentifierStart Emoji=IsEmoji
          Emoji_Presentation=IsEmoji_Presentation EPres=IsEmoji_Presentation
          Emoji_Modifier=IsEmoji_Modifier EMod=IsEmoji_Modifier
          Emoji_Modifier_Base=IsEmoji_Modifier_Base EBase=IsEmoji_Modifier_Base
          Emoji_Component=IsEmoji_Component EComp=IsEmoji_Component
          Extended_Pictographic=IsExtended_Pictographic ExtPict=IsExtended_Pictographic
          """);

  /** A code of ISO 15924. */
  private static final Pattern SHORT_SCRIPT = Pattern.compile("[A-Z][a-z]{3}");

  private static final Pattern WORD = Pattern.compile("([A-Z])([A-Z]*)");

  private static final Map<String, String> ODD_SCRIPTS = Map.of("SIGNWRITING", "SignWriting");

  private EcmaProperty() {}

  private static Map<String, String> table(String pairs) {
    return Stream.of(pairs.strip().split("\\s+"))
        .map(pair -> pair.split("="))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  /** Whether ECMA-262 has a property with this text between the braces. */
  static boolean isKnown(String property) {
    int equals = property.indexOf('=');
    if (equals < 0) {
      return isCategory(property) || BINARY.containsKey(property);
    }
    String value = property.substring(equals + 1);
    return switch (property.substring(0, equals)) {
      case "General_Category", "gc" -> isCategory(value);
      case "Script", "sc", "Script_Extensions", "scx" -> isScript(value);
      default -> false;
    };
  }

  /** Java takes a name in any case, ECMA-262 only {@code Old_Italic} and {@code Ital}. */
  private static boolean isScript(String value) {
    try {
      String name = UnicodeScript.forName(value).name();
      return SHORT_SCRIPT.matcher(value).matches()
          || value.equals(ODD_SCRIPTS.getOrDefault(name, capitalised(name)));
    } catch (IllegalArgumentException e) {
      return false; // Java has no such script, so that the expression cannot be used
    }
  }

  private static String capitalised(String constant) {
    return WORD.matcher(constant)
        .replaceAll(word -> word.group(1) + word.group(2).toLowerCase(Locale.ROOT));
  }

  private static boolean isCategory(String name) {
    return CATEGORIES.containsKey(name) || CATEGORIES.containsValue(name);
  }

  static String toJava(String property) {
    int equals = property.indexOf('=');
    if (equals < 0) {
      String category = CATEGORIES.getOrDefault(property, property);
      return BINARY.getOrDefault(category, category);
    }
    String name = property.substring(0, equals);
    String value = property.substring(equals + 1);
    return name.equals("General_Category") || name.equals("gc")
        ? CATEGORIES.getOrDefault(value, value)
        : property;
  }
}
