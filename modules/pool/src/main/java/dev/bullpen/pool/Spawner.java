package dev.bullpen.pool;

import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.roster.Decision;
import dev.bullpen.pool.roster.Roster;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Starts as many helpers as the roster asks for, and gives up those that do not come up. */
final class Spawner {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Far more than a cold JVM needs on a busy machine. */
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(20);

  private final Roster roster;
  private final ProcessTree processes;
  private final PoolThreads threads;
  private final KillLadder ladder;
  private final Helper.Listener listener;

  /**
   * @param listener is told what those that are started have to say
   */
  Spawner(
      Roster roster,
      ProcessTree processes,
      PoolThreads threads,
      KillLadder ladder,
      Helper.Listener listener) {
    this.roster = roster;
    this.processes = processes;
    this.threads = threads;
    this.ladder = ladder;
    this.listener = listener;
  }

  /** Start those that are due now, and look again when others may be; on a hand. */
  void grow() {
    for (Optional<Integer> id = roster.reserve(); id.isPresent(); id = roster.reserve()) {
      try {
        start(id.get());
      } catch (PosixException e) {
        notStarted(id.get(), processes.explain(e), Errno.isShortage(e.errno()));
      } catch (RuntimeException | LinkageError e) { // such as a class of a JDK that was moved away
        LOG.log(Level.ERROR, "helper " + id.get() + " cannot be started", e);
        refuse(roster.notStarted(e.toString(), false));
      }
    }
    roster.growAgainIn().ifPresent(delay -> threads.after(delay, () -> threads.hand(this::grow)));
  }

  private void start(int id) throws PosixException {
    Optional<String> objection = processes.objection();
    if (objection.isPresent()) {
      notStarted(id, objection.get(), false);
      return;
    }
    Helper helper = processes.start(id, threads, listener);
    if (!roster.enter(helper)) {
      helper.dismiss();
    }
    threads.after(HELLO_WITHIN, () -> giveUpOn(helper));
  }

  private void notStarted(int id, String why, boolean isShortage) {
    LOG.log(Level.WARNING, "helper {0} cannot be started: {1}", id, why);
    refuse(roster.notStarted(why, isShortage));
  }

  private static void refuse(List<Decision.Refusal> refused) {
    refused.forEach(Decision.Refusal::tell);
  }

  private void giveUpOn(Helper helper) {
    if (roster.retireIfStarting(helper)) {
      ladder.kill(helper, FailureReason.BOOT);
    }
  }
}
