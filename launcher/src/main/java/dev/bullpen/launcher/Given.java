package dev.bullpen.launcher;

import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A value as the user gave it.
 *
 * @param source the flag or the environment variable that holds it
 */
public record Given(String source, String value) {
  /** Digits enough for every bound, few enough that no number overflows while it is checked. */
  private static final int DIGITS_MAX = 18;

  static final String ON = "on";

  private static final Choice SWITCH = Choice.of(ON, "off");

  private static final String NAMESPACES = "namespace";

  private static final long MEBIBYTES_OF_A_GIBIBYTE = 1024;

  /** Parses digits. For anything else, the exception's message shows the example. */
  public int wholeNumber(int least, int most, int example) throws UsageException {
    if (value.length() <= DIGITS_MAX
        && !value.isEmpty()
        && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return (int) number;
      }
    }
    throw wrong("a whole number from " + least + " to " + most, String.valueOf(example));
  }

  /** A folder, which need not exist; not empty. */
  String folder() throws UsageException {
    if (value.isEmpty()) {
      throw wrong("a folder, or left out", "/home/me/my-project");
    }
    return value;
  }

  /** Names of tools between commas or blanks, at least one. */
  String names() throws UsageException {
    if (value.chars().allMatch(c -> c == ',' || Character.isWhitespace(c))) {
      throw wrong("names of tools between commas, or '*' for all", "greet,search");
    }
    return value;
  }

  /** Words between commas, at least one. */
  List<String> words() throws UsageException {
    List<String> words =
        Stream.of(value.split(",")).map(String::strip).filter(word -> !word.isEmpty()).toList();
    if (words.isEmpty()) {
      throw wrong("words between commas", "127.0.0.1:8080");
    }
    return words;
  }

  Path file() throws UsageException {
    if (value.isEmpty()) {
      throw wrong("a file, or left out", "/etc/bullpen/tokens.json");
    }
    return Path.of(value);
  }

  /** This list, followed by another. */
  Given and(Given more) {
    return new Given(source, value + "," + more.value);
  }

  boolean isOfFlag() {
    return source.startsWith("-");
  }

  /** Decimal seconds, at most {@code mostSeconds}; to the nanosecond. */
  Duration seconds(int mostSeconds) throws UsageException {
    if (value.length() <= DIGITS_MAX && value.matches("[0-9]+(\\.[0-9]+)?")) {
      BigDecimal seconds = new BigDecimal(value);
      if (seconds.compareTo(BigDecimal.valueOf(mostSeconds)) <= 0) {
        return Duration.ofNanos(seconds.movePointRight(9).longValue());
      }
    }
    throw wrong("seconds from 0 to " + mostSeconds, "0.5");
  }

  /** A size with its unit, {@code m} for MiB or {@code g} for GiB; in MiB. */
  int mebibytes(int least, int most, int example) throws UsageException {
    if (value.length() <= DIGITS_MAX && value.matches("[0-9]+[mMgG]")) {
      long number = Long.parseLong(value.substring(0, value.length() - 1));
      boolean giga = value.toLowerCase(Locale.ROOT).endsWith("g");
      long mebibytes = giga ? number * MEBIBYTES_OF_A_GIBIBYTE : number;
      if (mebibytes >= least && mebibytes <= most) {
        return (int) mebibytes;
      }
    }
    throw wrong("a size from %dm to %dm, such as 256m or 1g".formatted(least, most), example + "m");
  }

  ScriptLimits limits() throws UsageException {
    try {
      return ScriptLimits.ofSetting(value);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "%s is \"%s\", and there %s.".formatted(source, value, e.getMessage()));
    }
  }

  /** A word of the choice. */
  public String oneOf(Choice choice) throws UsageException {
    if (!choice.words().contains(value)) {
      throw new UsageException(
          "%s is \"%s\", but must be %s.%s"
              .formatted(source, value, choice, Suggestion.question(value, choice.words())));
    }
    return value;
  }

  /** The constant of that name, in upper case. */
  public <E extends Enum<E>> E oneOf(Choice choice, Class<E> type) throws UsageException {
    return Enum.valueOf(type, oneOf(choice).toUpperCase(Locale.ROOT));
  }

  /** One of the words; {@code cgroup} only where cgroups are available. */
  Isolation isolation() throws UsageException {
    Choice choice = Setting.ISOLATION.choice.orElseThrow();
    if (value.equals(NAMESPACES)) {
      throw wrong(choice + ", for namespaces are not available in this version", "auto");
    }
    Isolation isolation = oneOf(choice, Isolation.class);
    if (isolation == Isolation.CGROUP) {
      try {
        Cgroup.tryBelowOwn();
      } catch (IOException e) {
        throw new UsageException(
            "%s is \"%s\", but %s. Use auto or group, or start the server where it may make cgroups, for example by systemd-run --user --scope -p Delegate=yes."
                .formatted(source, value, e.getMessage()));
      }
    }
    return isolation;
  }

  boolean isOn() throws UsageException {
    return oneOf(SWITCH).equals(ON);
  }

  private UsageException wrong(String wanted, String example) {
    String assignment = isOfFlag() ? source + " " + example : source + "=" + example;
    return new UsageException(
        "%s is \"%s\", but must be %s. For example %s."
            .formatted(source, value, wanted, assignment));
  }
}
