package dev.bullpen.server.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The steps of an ending. A step that fails skips no other. */
public final class Ending {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private Ending() {}

  /** Make one step; false if it failed. The log then says why. */
  public static boolean attempt(Runnable step) {
    try {
      step.run();
      return true;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in ending", e);
      return false;
    }
  }
}
