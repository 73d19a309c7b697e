package dev.bullpen.schema;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Properties of characters as ECMA-262 names them (tables of "General_Category" and of "binary
 * Unicode properties"), as {@link java.util.regex.Pattern} does. What Java has under no name stays
 * as it is, and makes an expression unusable.
 */
final class EcmaProperty {
  private static final Map<String, String> CATEGORIES =
      Map.ofEntries(
          Map.entry("Letter", "L"),
          Map.entry("Cased_Letter", "LC"),
          Map.entry("Uppercase_Letter", "Lu"),
          Map.entry("Lowercase_Letter", "Ll"),
          Map.entry("Titlecase_Letter", "Lt"),
          Map.entry("Modifier_Letter", "Lm"),
          Map.entry("Other_Letter", "Lo"),
          Map.entry("Mark", "M"),
          Map.entry("Combining_Mark", "M"),
          Map.entry("Nonspacing_Mark", "Mn"),
          Map.entry("Spacing_Mark", "Mc"),
          Map.entry("Enclosing_Mark", "Me"),
          Map.entry("Number", "N"),
          Map.entry("Decimal_Number", "Nd"),
          Map.entry("digit", "Nd"),
          Map.entry("Letter_Number", "Nl"),
          Map.entry("Other_Number", "No"),
          Map.entry("Punctuation", "P"),
          Map.entry("punct", "P"),
          Map.entry("Connector_Punctuation", "Pc"),
          Map.entry("Dash_Punctuation", "Pd"),
          Map.entry("Open_Punctuation", "Ps"),
          Map.entry("Close_Punctuation", "Pe"),
          Map.entry("Initial_Punctuation", "Pi"),
          Map.entry("Final_Punctuation", "Pf"),
          Map.entry("Other_Punctuation", "Po"),
          Map.entry("Symbol", "S"),
          Map.entry("Math_Symbol", "Sm"),
          Map.entry("Currency_Symbol", "Sc"),
          Map.entry("Modifier_Symbol", "Sk"),
          Map.entry("Other_Symbol", "So"),
          Map.entry("Separator", "Z"),
          Map.entry("Space_Separator", "Zs"),
          Map.entry("Line_Separator", "Zl"),
          Map.entry("Paragraph_Separator", "Zp"),
          Map.entry("Other", "C"),
          Map.entry("Control", "Cc"),
          Map.entry("cntrl", "Cc"),
          Map.entry("Format", "Cf"),
          Map.entry("Surrogate", "Cs"),
          Map.entry("Private_Use", "Co"),
          Map.entry("Unassigned", "Cn"));

  /** Java's Alpha, Lower and Upper are of ASCII. Emoji are known from JDK 21 on. */
  private static final Map<String, String> BINARY =
      Map.ofEntries(
          Map.entry("Any", "all"),
          Map.entry("ASCII", "ASCII"),
          Map.entry("Assigned", "IsAssigned"),
          Map.entry("Alphabetic", "IsAlphabetic"),
          Map.entry("Alpha", "IsAlphabetic"),
          Map.entry("Lowercase", "IsLowercase"),
          Map.entry("Lower", "IsLowercase"),
          Map.entry("Uppercase", "IsUppercase"),
          Map.entry("Upper", "IsUppercase"),
          Map.entry("White_Space", "IsWhite_Space"),
          Map.entry("space", "IsWhite_Space"),
          Map.entry("Hex_Digit", "IsHex_Digit"),
          Map.entry("Hex", "IsHex_Digit"),
          Map.entry("ASCII_Hex_Digit", "XDigit"),
          Map.entry("AHex", "XDigit"),
          Map.entry("Ideographic", "IsIdeographic"),
          Map.entry("Ideo", "IsIdeographic"),
          Map.entry("Join_Control", "IsJoin_Control"),
          Map.entry("Join_C", "IsJoin_Control"),
          Map.entry("Noncharacter_Code_Point", "IsNoncharacter_Code_Point"),
          Map.entry("NChar", "IsNoncharacter_Code_Point"),
          Map.entry("ID_Start", "javaUnicodeIdentifierStart"),
          Map.entry("IDS", "javaUnicodeIdentifierStart"),
          Map.entry("Emoji", "IsEmoji"),
          Map.entry("Emoji_Presentation", "IsEmoji_Presentation"),
          Map.entry("EPres", "IsEmoji_Presentation"),
          Map.entry("Emoji_Modifier", "IsEmoji_Modifier"),
          Map.entry("EMod", "IsEmoji_Modifier"),
          Map.entry("Emoji_Modifier_Base", "IsEmoji_Modifier_Base"),
          Map.entry("EBase", "IsEmoji_Modifier_Base"),
          Map.entry("Emoji_Component", "IsEmoji_Component"),
          Map.entry("EComp", "IsEmoji_Component"),
          Map.entry("Extended_Pictographic", "IsExtended_Pictographic"),
          Map.entry("ExtPict", "IsExtended_Pictographic"));

  /** A code of ISO 15924. */
  private static final Pattern SHORT_SCRIPT = Pattern.compile("[A-Z][a-z]{3}");

  private static final Pattern WORD = Pattern.compile("([A-Z])([A-Z]*)");

  private static final Map<String, String> ODD_SCRIPTS = Map.of("SIGNWRITING", "SignWriting");

  private EcmaProperty() {}

  /** Whether ECMA-262 has a property that is written so between the braces. */
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

  /** Java takes a name in any case; ECMA-262 takes {@code Old_Italic} and {@code Ital} alone. */
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

  /** What stands between the braces. */
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
