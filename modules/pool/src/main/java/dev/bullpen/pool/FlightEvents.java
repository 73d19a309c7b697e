package dev.bullpen.pool;

import java.time.Duration;
import java.util.Optional;
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
    public void job(Job job, String outcome) {
      JobEnd event = new JobEnd();
      if (event.shouldCommit()) {
        event.number = job.number();
        event.name = job.request().name();
        event.lane = job.request().lane().name();
        event.waited = job.waited().toNanos();
        event.ran = job.ran().toNanos();
        event.outcome = outcome;
        event.commit();
      }
    }

    @Override
    public void spawned(Helper helper, Duration took) {
      HelperSpawn event = new HelperSpawn();
      event.number = helper.id();
      event.pid = helper.pid();
      event.took = took.toNanos();
      event.commit();
    }

    @Override
    public void kill(Step step, Helper helper, Optional<Job> job, String reason) {
      Kill event = new Kill();
      event.step = step.name();
      event.helper = helper.id();
      event.pid = helper.pid();
      event.job = job.map(Job::toString).orElse("");
      event.reason = reason;
      event.commit();
    }

    @Override
    public void died(Helper helper, Death death) {
      HelperLife event = new HelperLife();
      event.number = helper.id();
      event.pid = helper.pid();
      event.lived = helper.place().livedFor().toNanos();
      event.jobsDone = helper.place().jobsDone();
      event.reason = death.reason().word();
      event.detail = death.detail();
      event.commit();
    }
  }
}
