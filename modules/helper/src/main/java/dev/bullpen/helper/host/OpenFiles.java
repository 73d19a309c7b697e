package dev.bullpen.helper.host;

import dev.bullpen.posix.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many descriptors this process may have when a provider has ended. The lowest are given first,
 * so one number tells: it means something, or fewer are open. The jars that classes were looked for
 * in stay open, and are nobody's fault.
 *
 * @param first a number from the time before the first provider
 * @param most how many a process may have
 */
record OpenFiles(int first, int most) {
  /**
   * What providers may leave: a process may have some 1000, of which a helper needs a few dozen.
   */
  static final int MOST_LEFT = 256;

  /** So many the next job has for itself, however many jars there are. */
  static final int KEPT_FREE = 32;

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String OF_FILES = "Max open files ";

  /** As it is for this process; see proc_pid_limits(5). */
  static OpenFiles from(int first) {
    int most = Integer.MAX_VALUE;
    try {
      for (String line : Files.readAllLines(LIMITS)) {
        if (line.startsWith(OF_FILES)) {
          most = Integer.parseInt(line.substring(OF_FILES.length()).strip().split(" ", 2)[0]);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // No /proc, or no limit.
    }
    return new OpenFiles(first, most);
  }

  /** Whether providers have left enough for others, who have these jars open at most. */
  boolean areFew(int jars) {
    return !Descriptor.isOpen(tooHigh(jars));
  }

  /** The number at which there are too many. */
  int tooHigh(int jars) {
    return Math.max(first + MOST_LEFT, Math.min(first + MOST_LEFT + jars, most - KEPT_FREE));
  }
}
