package dev.bullpen.pool.helper;

import dev.bullpen.posix.ProcFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;

/**
 * Whom the kernel kills when memory runs out: rather a helper, or what it runs, than the
 * supervisor, which could not answer for them any more. See proc_pid_oom_score_adj(5); nobody needs
 * a privilege to be killed sooner.
 */
public final class OomScore {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /**
   * In thousandths of the memory there is. A tenth of it is more than a supervisor has beyond a
   * helper, and little beside what somebody uses who uses it up.
   */
  private static final int SOONER = 100;

  private static final int HIGHEST = 1000;

  private OomScore() {}

  /** A helper is to go before us; what it starts inherits that. */
  public static void prefer(Helper helper) {
    try {
      Path score = ProcFolder.of(helper.pid()).orElseThrow().resolve("oom_score_adj");
      int inherited = Integer.parseInt(Files.readString(score).strip());
      Files.writeString(score, Integer.toString(Math.min(HIGHEST, inherited + SOONER)));
    } catch (IOException | NumberFormatException | NoSuchElementException e) {
      LOG.log(Level.DEBUG, "{0} has the same place as we if memory runs out: {1}", helper, e);
    }
  }
}
