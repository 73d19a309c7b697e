package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** All that is mounted, as this process sees it; see proc_pid_mountinfo(5). Linux only. */
public final class MountTable {
  /** The table. Its fields are separated by blanks. */
  public static final Path FILE = Path.of("/proc/self/mountinfo");

  /** The field with the place of a mount, counted from 0. */
  public static final int MOUNT_POINT = 4;

  private static final int OCTAL = 8;
  private static final int OCTAL_DIGITS = 3;

  private MountTable() {}

  /**
   * Whether something is mounted at a folder or below it. What other namespaces have mounted there
   * does not count: it is not seen through this folder.
   *
   * @throws IOException if that cannot be known
   */
  static boolean holdsMount(Path folder) throws IOException {
    String at = latin(CText.of(folder.toRealPath())).replace("\0", "");
    for (String line : table(folder).split("\n")) {
      String[] fields = line.split(" ");
      if (fields.length <= MOUNT_POINT) {
        throw new IOException("%s has an odd line: %s".formatted(FILE, line));
      }
      String place = unescaped(fields[MOUNT_POINT]);
      if (place.equals(at) || place.startsWith(at + "/")) {
        return true;
      }
    }
    return false;
  }

  private static String table(Path folder) throws IOException {
    try {
      return latin(Files.readAllBytes(FILE));
    } catch (IOException e) {
      String why = "what is mounted in %s cannot be known: %s".formatted(folder, Cause.of(e));
      throw new IOException(why, e);
    }
  }

  /** Names of files need not be text. This way each byte is a character, and none is lost. */
  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The text of a field: blanks, line breaks and backslashes are written as octal digits. */
  public static String unescaped(String field) {
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
