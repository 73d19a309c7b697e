package dev.bullpen.pool.flight;

import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The pool's events in a flight recording, in the category Bullpen. Those that have a length begin
 * when it is over: they are told at their end.
 */
final class FlightEvents {
  private FlightEvents() {}

  /** Whether a recording has ever been started in this JVM; loads no event. */
  static boolean isRecorderUp() {
    return FlightRecorder.isInitialized();
  }

  @Name("dev.bullpen.Job")
  @Label("Job")
  @Description("A job was answered or cancelled")
  @Category("Bullpen")
  @StackTrace(false)
  static final class JobEnd extends Event {
    @Label("Number")
    long number;

    @Label("Name")
    String name;

    @Label("Lane")
    String lane;

    @Label("Waited")
    @Timespan
    long waited;

    @Label("Ran")
    @Timespan
    long ran;

    @Label("Outcome")
    String outcome;
  }

  @Name("dev.bullpen.HelperSpawn")
  @Label("Helper Spawn")
  @Description("A helper's process was started")
  @Category("Bullpen")
  @StackTrace(false)
  static final class HelperSpawn extends Event {
    @Label("Number")
    int number;

    @Label("Pid")
    int pid;

    @Label("Took")
    @Timespan
    long took;
  }

  @Name("dev.bullpen.Kill")
  @Label("Kill")
  @Description("A script, or the helper it runs in, is to be ended")
  @Category("Bullpen")
  @StackTrace(false)
  static final class Kill extends Event {
    @Label("Step")
    String step;

    @Label("Helper")
    int helper;

    @Label("Pid")
    int pid;

    @Label("Job")
    String job;

    @Label("Reason")
    String reason;
  }

  @Name("dev.bullpen.HelperLife")
  @Label("Helper Life")
  @Description("A helper was seen gone")
  @Category("Bullpen")
  @StackTrace(false)
  static final class HelperLife extends Event {
    @Label("Number")
    int number;

    @Label("Pid")
    int pid;

    @Label("Lived")
    @Timespan
    long lived;

    @Label("Jobs Done")
    int jobsDone;

    @Label("Reason")
    String reason;

    @Label("Detail")
    String detail;
  }

  /** Tells them. */
  static final class Log implements FlightLog {
    @Override
    public void job(OneJob job, String outcome) {
      JobEnd event = new JobEnd();
      if (event.shouldCommit()) {
        event.number = job.number();
        event.name = job.name();
        event.lane = job.lane();
        event.waited = job.waited().toNanos();
        event.ran = job.ran().toNanos();
        event.outcome = outcome;
        event.commit();
      }
    }

    @Override
    public void spawned(OneHelper helper, Duration took) {
      HelperSpawn event = new HelperSpawn();
      event.number = helper.number();
      event.pid = helper.pid();
      event.took = took.toNanos();
      event.commit();
    }

    @Override
    public void kill(Step step, OneHelper helper, String job, String reason) {
      Kill event = new Kill();
      event.step = step.name();
      event.helper = helper.number();
      event.pid = helper.pid();
      event.job = job;
      event.reason = reason;
      event.commit();
    }

    @Override
    public void died(OneHelper helper, Life life, String reason, String detail) {
      HelperLife event = new HelperLife();
      event.number = helper.number();
      event.pid = helper.pid();
      event.lived = life.lived().toNanos();
      event.jobsDone = life.jobsDone();
      event.reason = reason;
      event.detail = detail;
      event.commit();
    }
  }
}
