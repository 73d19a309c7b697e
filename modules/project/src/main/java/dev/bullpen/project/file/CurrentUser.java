package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Who this process is, for comparing with the owner of a file.
 *
 * <p>Numbers are compared where the system shows ours, names elsewhere: in a container the number
 * often has no name.
 */
public final class CurrentUser {
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final int ROOT = 0;

  private static final boolean HAS_STATUS = Files.isReadable(STATUS);

  /** Read once: nothing here changes who it is, and scripts are looked at before every start. */
  private static volatile OptionalInt known = OptionalInt.empty();

  private CurrentUser() {}

  /**
   * Whether a file is ours, or root's, who could make it ours or change it as it is.
   *
   * @param owner its owner's number
   */
  static boolean trusts(Path path, int owner) throws IOException {
    if (owner == ROOT) {
      return true;
    }
    if (HAS_STATUS) {
      return uid() == owner;
    }
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }

  /** The effective user id: second number of the line {@code Uid:}, see proc_pid_status(5). */
  public static int uid() throws IOException {
    OptionalInt uid = known;
    if (uid.isEmpty()) {
      uid = OptionalInt.of(read());
      known = uid;
    }
    return uid.getAsInt();
  }

  private static int read() throws IOException {
    for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
      if (line.startsWith("Uid:")) {
        return Integer.parseUnsignedInt(line.split("\\s+")[2]);
      }
    }
    throw new IOException(STATUS + " has no line Uid:");
  }
}
