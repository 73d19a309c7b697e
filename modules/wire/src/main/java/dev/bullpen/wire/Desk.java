package dev.bullpen.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a job wants with its helper's desk, the private folder where helper and script put files for
 * each other. It lies there for one job and is emptied after it.
 *
 * @param files put there before the script starts; of two of one name the later one
 * @param asks names that are taken from the desk and reported as soon as they appear
 * @param leaves names that are reported when the script has ended, if they are not empty then
 */
public record Desk(List<File> files, List<String> asks, List<String> leaves) {
  /** The FIFO on every desk, to which scripts write what is to be known at once. */
  public static final String EVENTS = "events";

  /** Appears when the job is ended with a grace, for its script to look for. */
  public static final String CANCELLED = "cancelled";

  /** Added to the name of a note that holds only the beginning of its file. */
  public static final String CUT = ".cut";

  private static final int MAX_NAME_CHARS = 100;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

  /**
   * @throws IllegalArgumentException if one of the names is none
   */
  public Desk {
    files = List.copyOf(files);
    asks = List.copyOf(asks);
    leaves = List.copyOf(leaves);
    files.forEach(file -> checked(file.name()));
    asks.forEach(Desk::checked);
    leaves.forEach(name -> checked(name, MAX_NAME_CHARS - CUT.length()));
  }

  /** The same, with files by name. */
  public Desk(Map<String, byte[]> files, List<String> asks, List<String> leaves) {
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
   * A name of a file on the desk: up to 100 letters, digits, dots, dashes and underscores of ASCII,
   * not beginning with a dot, as the helper's own files do, and not {@link #EVENTS}.
   *
   * @throws IllegalArgumentException if {@code name} is none
   */
  public static String checked(String name) {
    return checked(name, MAX_NAME_CHARS);
  }

  private static String checked(String name, int most) {
    if (!NAME.matcher(name).matches() || name.length() > most || name.equals(EVENTS)) {
      throw new IllegalArgumentException("not a name of a file on a desk: \"%s\"".formatted(name));
    }
    return name;
  }
}
