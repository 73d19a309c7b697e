package dev.bullpen.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a process's cgroup of version 2 is to be seen as a folder, told from two files of {@code
 * /proc}; see cgroups(7) and proc(5).
 */
final class CgroupPlace {
  /** The line of version 2 in {@code /proc/PID/cgroup}; those of version 1 name controllers. */
  private static final String UNIFIED = "0::";

  /** What the kernel says behind the path of a cgroup that has been removed. */
  private static final String DELETED = " (deleted)";

  private static final String TYPE = "cgroup2";

  // Fields of a line in mountinfo, counted from 0; a lone hyphen ends the optional ones.
  private static final int ROOT = 3;
  private static final int MOUNT_POINT = 4;
  private static final int FIRST_OPTIONAL = 6;
  private static final String END_OF_OPTIONAL = "-";

  private static final int OCTAL = 8;
  private static final int OCTAL_DIGITS = 3;

  private CgroupPlace() {}

  /**
   * @param cgroup what {@code /proc/self/cgroup} holds
   * @param mounts what {@code /proc/self/mountinfo} holds
   * @throws IOException if it is nowhere to be seen, with a sentence that says why
   */
  static Path find(String cgroup, String mounts) throws IOException {
    Path own;
    try {
      own = own(cgroup);
      for (String line : mounts.split("\n")) {
        Optional<Path> folder = below(line.split(" "), own);
        if (folder.isPresent()) {
          return folder.get();
        }
      }
    } catch (IllegalArgumentException e) { // characters that no path can have in this locale
      throw new IOException("the server's cgroup cannot be told: " + e.getMessage(), e);
    }
    throw new IOException(
        "no mounted cgroup file system of version 2 shows the server's cgroup " + own);
  }

  private static Path own(String cgroup) throws IOException {
    for (String line : cgroup.split("\n")) {
      if (line.startsWith(UNIFIED)) {
        String path = line.substring(UNIFIED.length());
        if (path.endsWith(DELETED)) {
          throw new IOException("the server's cgroup " + path + " is gone");
        }
        if (!path.startsWith("/") || path.startsWith("/..")) {
          throw new IOException("the server's cgroup " + path + " is outside of its own namespace");
        }
        return Path.of(path);
      }
    }
    throw new IOException("there are no cgroups of version 2 here");
  }

  /** The folder of a cgroup, if this mount shows it: its root is that cgroup or one above. */
  private static Optional<Path> below(String[] fields, Path own) {
    int type = FIRST_OPTIONAL;
    while (type < fields.length && !fields[type].equals(END_OF_OPTIONAL)) {
      type++;
    }
    if (type + 1 >= fields.length || !fields[type + 1].equals(TYPE)) {
      return Optional.empty();
    }
    Path root = Path.of(unescape(fields[ROOT]));
    return own.startsWith(root)
        ? Optional.of(Path.of(unescape(fields[MOUNT_POINT])).resolve(root.relativize(own)))
        : Optional.empty();
  }

  /** Blanks, line breaks and backslashes are written as three octal digits. */
  private static String unescape(String field) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < field.length(); at++) {
      int end = at + 1 + OCTAL_DIGITS;
      if (field.charAt(at) == '\\' && end <= field.length()) {
        text.append((char) Integer.parseInt(field.substring(at + 1, end), OCTAL));
        at += OCTAL_DIGITS;
      } else {
        text.append(field.charAt(at));
      }
    }
    return text.toString();
  }
}
