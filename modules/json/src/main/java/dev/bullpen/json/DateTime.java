package dev.bullpen.json;

import java.time.YearMonth;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates with a time and a zone (RFC 3339, section 5.6), in the form that the official TypeScript
 * client takes: capital letters, seconds, and {@code Z} or hours and minutes.
 */
public final class DateTime {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4})-(0[1-9]|1[0-2])-(\\d\\d)"
              + "T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?"
              + "(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)");

  private DateTime() {}

  /** Whether a text is one, of a day that the calendar has. */
  public static boolean isOne(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    int day = Integer.parseInt(parts.group(3));
    YearMonth month =
        YearMonth.of(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    return month.isValidDay(day);
  }
}
