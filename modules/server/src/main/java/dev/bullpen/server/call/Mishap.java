package dev.bullpen.server.call;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.server.log.Sparingly;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The answer if something went wrong that is not the client's fault. */
public final class Mishap {
  private static final Logger LOG = System.getLogger("bullpen.server");
  private static final Sparingly SHORTAGES = new Sparingly();
  private static final Sparingly DEFECTS = new Sparingly();

  private Mishap() {}

  /**
   * Log it for the operator.
   *
   * @param where completes "in", for the log
   * @return the error for the client
   */
  public static JsonRpcError of(String where, Throwable e) {
    if (e instanceof NoThreadException) {
      SHORTAGES.log(LOG, Level.WARNING, "no thread in %s: %s".formatted(where, e.getCause()));
      return new JsonRpcError(
          ErrorCode.INTERNAL_ERROR, e.getMessage(), Trouble.data(FailureReason.BUSY.word()));
    }
    DEFECTS.log(LOG, Level.ERROR, "a defect in " + where, e);
    return JsonRpcError.internalError("Internal error; the server's log says more");
  }
}
