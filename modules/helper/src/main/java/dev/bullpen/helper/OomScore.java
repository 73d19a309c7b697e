package dev.bullpen.helper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whom the kernel kills when memory runs out: rather a helper, or what it runs, than the
 * supervisor, which could not answer for them any more. See proc_pid_oom_score_adj(5); no process
 * needs a privilege to be killed sooner.
 */
final class OomScore {
  private static final Path OWN = Path.of("/proc/self/oom_score_adj");

  /**
   * In thousandths of the memory there is. A tenth of it is more than a supervisor has beyond a
   * helper, and little beside what a program uses that uses it up.
   */
  private static final int SOONER = 100;

  private static final int HIGHEST = 1000;

  private OomScore() {}

  /**
   * This process is to go before the supervisor, whose place it has inherited; what it starts
   * inherits that. To be called before it hides: then the file is root's.
   */
  static void raise() {
    try {
      int inherited = Integer.parseInt(Files.readString(OWN).strip());
      Files.writeString(OWN, Integer.toString(Math.min(HIGHEST, inherited + SOONER)));
    } catch (IOException | NumberFormatException e) {
      // There is no /proc, or it is read-only: all have the same place.
    }
  }
}
