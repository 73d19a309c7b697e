package dev.bullpen.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The files that a job exchanges with its script. They are in the helper's exchange folder, which
 * is private, has one job at a time, and is emptied after it.
 *
 * @param files put there before the script starts; of two with the same name the later one
 * @param asks names of files that are removed and reported as soon as they appear
 * @param leaves names of files that are reported when the script has ended, unless they are empty
 */
public record ExchangeFiles(List<File> files, List<String> asks, List<String> leaves) {
  /** The FIFO in every exchange folder, to which scripts write what is reported at once. */
  public static final String EVENTS = "events";

  /** Appears when the job is ended with a grace; its script may check for it. */
  public static final String CANCELLED = "cancelled";

  /** Added to the name of a note that holds only the beginning of its file. */
  public static final String CUT = ".cut";

  private static final int MAX_NAME_CHARS = 100;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

  /**
   * Checks all names.
   *
   * @throws IllegalArgumentException if one of the names is not allowed
   */
  public ExchangeFiles {
    files = List.copyOf(files);
    asks = List.copyOf(asks);
    leaves = List.copyOf(leaves);
    files.forEach(file -> checked(file.name()));
    asks.forEach(ExchangeFiles::checked);
    leaves.forEach(name -> checked(name, MAX_NAME_CHARS - CUT.length()));
  }

  /** The same, with files by name. */
  public ExchangeFiles(Map<String, byte[]> files, List<String> asks, List<String> leaves) {
    this(File.all(files), asks, leaves);
  }

  /**
   * One file.
   *
   * @param bytes all that is in it
   */
  public record File(String name, byte[] bytes) {
    /** Files by name. */
    public static List<File> all(Map<String, byte[]> byName) {
      List<File> files = new ArrayList<>(byName.size());
      byName.forEach((name, bytes) -> files.add(new File(name, bytes)));
      return files;
    }
  }

  /**
   * The name of a file in the exchange folder: up to 100 letters, digits, dots, dashes and
   * underscores of ASCII. It does not begin with a dot, as names of the helper's own files do, and
   * is not {@link #EVENTS}.
   *
   * @throws IllegalArgumentException if the name is not allowed
   */
  public static String checked(String name) {
    return checked(name, MAX_NAME_CHARS);
  }

  private static String checked(String name, int most) {
    if (!NAME.matcher(name).matches() || name.length() > most || name.equals(EVENTS)) {
      throw new IllegalArgumentException(
          "not the name of an exchanged file: \"%s\"".formatted(name));
    }
    return name;
  }
}
