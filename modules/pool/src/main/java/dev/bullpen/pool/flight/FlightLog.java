package dev.bullpen.pool.flight;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * What a flight recording of this JVM is told of the pool. Until one has been started there is only
 * silence, and none of the JDK's classes for events is loaded.
 */
public interface FlightLog {
  /** How far down the ladder a kill went. */
  enum Step {
    /** The helper was told to end its script. */
    SCRIPT,
    /** The helper was ended itself. */
    HELPER
  }

  /**
   * One job.
   *
   * @param waited for a helper
   * @param ran from the moment a helper had it
   */
  record OneJob(long number, String name, String lane, Duration waited, Duration ran) {}

  /** One helper. */
  record OneHelper(int number, int pid) {}

  /** What a helper has had of its life. */
  record Life(Duration lived, int jobsDone) {}

  /** A job has its answer, or was cancelled. */
  void job(OneJob job, String outcome);

  /** A helper's process was started. */
  void spawned(OneHelper helper, Duration took);

  /**
   * Somebody is to be ended.
   *
   * @param job for whose sake; empty if for nobody's
   */
  void kill(Step step, OneHelper helper, String job, String reason);

  /** A helper has been seen gone. */
  void died(OneHelper helper, Life life, String reason, String detail);

  /** Nobody records. */
  final class Silence implements FlightLog {
    @Override
    public void job(OneJob job, String outcome) {}

    @Override
    public void spawned(OneHelper helper, Duration took) {}

    @Override
    public void kill(Step step, OneHelper helper, String job, String reason) {}

    @Override
    public void died(OneHelper helper, Life life, String reason, String detail) {}
  }

  /** The one log; whether there is a recording is looked for now and then. */
  final class Current {
    private static final Logger LOG = System.getLogger("bullpen.pool");

    private static volatile boolean canRecord =
        ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    private static volatile FlightLog log = new Silence();

    private Current() {}

    /** One that tells nobody until a recording has been started. */
    public static FlightLog get() {
      return log;
    }

    /** Look whether somebody records; from then on there is a log. Cheap. */
    public static void look() {
      try {
        if (canRecord && log instanceof Silence && FlightEvents.isRecorderUp()) {
          log = new FlightEvents.Log();
        }
      } catch (LinkageError overwritten) { // an update lies where this server's jars were
        canRecord = false;
        LOG.log(Level.WARNING, "no flight recording is told of the pool: " + overwritten);
      }
    }
  }
}
