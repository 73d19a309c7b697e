package dev.bullpen.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Who this process is, for comparing with the owner of a file.
 *
 * <p>Numbers are compared where the system shows ours, names elsewhere: in a container the number
 * often has no name.
 */
final class CurrentUser {
  private static final Path STATUS = Path.of("/proc/self/status");

  private CurrentUser() {}

  static boolean owns(Path path) throws IOException {
    if (Files.isReadable(STATUS)) {
      return uid() == (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }
    return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
        .getName()
        .equals(System.getProperty("user.name"));
  }

  /** The effective user id: second number of the line {@code Uid:}, see proc_pid_status(5). */
  static int uid() throws IOException {
    for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
      if (line.startsWith("Uid:")) {
        return Integer.parseUnsignedInt(line.split("\\s+")[2]);
      }
    }
    throw new IOException(STATUS + " has no line Uid:");
  }
}
