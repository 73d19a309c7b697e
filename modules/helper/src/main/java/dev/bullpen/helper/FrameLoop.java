package dev.bullpen.helper;

import dev.bullpen.helper.job.Events;
import dev.bullpen.helper.job.HelperLog;
import dev.bullpen.helper.job.JobRun;
import dev.bullpen.helper.job.Leader;
import dev.bullpen.helper.job.Outputs;
import dev.bullpen.helper.job.ScriptLeader;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.provider.ProviderHost;
import dev.bullpen.helper.provider.ProviderLeader;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.SpareMemory;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/** Reads jobs and kills, and reports on them, until the supervisor is gone. */
final class FrameLoop {
  private final DescriptorInput input;
  private final FrameReader in;
  private final FrameWriter out;
  private final Workplace workplace;
  private final Events events;
  private final SpareMemory memory = SpareMemory.ofThisProcess();
  private Optional<ProviderHost> providers = Optional.empty();
  private Optional<JobRun> running = Optional.empty();

  FrameLoop(Descriptor frames, FrameWriter out, Workplace workplace) {
    this.input = new DescriptorInput(frames);
    this.in = new FrameReader(input);
    this.out = out;
    this.workplace = workplace;
    this.events = workplace.events();
    events.watch(Events.Source.FRAMES, frames.number());
  }

  void run() throws IOException {
    boolean more = true;
    while (more) {
      events.await(running.isPresent() ? running.get().patience() : patience());
      if (events.isReady(Events.Source.FRAMES)) {
        memory.used();
        more = handleFrames();
      } else if (running.isEmpty()) {
        memory.giveBack();
      }
      if (running.isPresent()) {
        running.get().advance();
        forgetIfOver();
      }
    }
  }

  /** Kill what still runs, with its group: its processes cannot start others meanwhile. */
  void abandon() throws IOException {
    if (running.isPresent()) {
      running.get().abandon();
    }
  }

  /** Whether code of the project has run in this JVM, which may have left threads. */
  boolean hasRunProviders() {
    return providers.isPresent();
  }

  private Optional<Duration> patience() {
    return memory.isUsed() ? Optional.of(SpareMemory.REST) : Optional.empty();
  }

  private void forgetIfOver() {
    if (running.isPresent() && running.get().isOver()) {
      running = Optional.empty();
      memory.used();
    }
  }

  /** Handle every frame that has been read; false at the end of input. */
  private boolean handleFrames() throws IOException {
    do {
      Optional<Frame> frame = in.next();
      if (frame.isEmpty()) {
        events.forget(Events.Source.FRAMES);
        return !Safeguard.END_OF_INPUT.on();
      }
      handle(frame.get());
    } while (input.available() > 0);
    return true;
  }

  private void handle(Frame frame) throws IOException {
    if (frame instanceof Frame.Job job) {
      if (running.isPresent()) {
        throw new IllegalStateException("a second job while one runs");
      }
      try {
        running = Optional.of(start(job, out));
      } catch (PosixException e) {
        out.write(new Frame.Refused(job.job(), e.errno()));
      }
    } else if (frame instanceof Frame.Kill kill) {
      // A kill that crosses the job's own end has no effect.
      if (isRunning(kill.job())) {
        running.get().kill(Duration.ofMillis(kill.graceMillis()));
        // The same kill once more, or the next job, may have been read together with this one.
        forgetIfOver();
      }
    } else if (frame instanceof Frame.Put put) {
      if (isRunning(put.job())) {
        running.get().put(put.name(), put.bytes());
      }
    } else {
      throw new IllegalStateException("a helper is never sent " + frame.getClass().getSimpleName());
    }
  }

  private boolean isRunning(long job) {
    return running.isPresent() && running.get().job() == job;
  }

  /**
   * Start a job that sends its frames to {@code reports}. If it cannot be started, nothing is left
   * open or running.
   */
  private JobRun start(Frame.Job job, FrameWriter reports) throws IOException {
    Outputs.Pipes pipes = Outputs.Pipes.open();
    boolean exchanges = false;
    Leader leader;
    try {
      if (job.exchange().isPresent()) {
        workplace
            .exchange()
            .orElseThrow(() -> new IllegalStateException("a job wants an exchange folder"))
            .begin(job);
        exchanges = true;
      }
      leader = start(job, pipes);
    } catch (PosixException | IllegalArgumentException e) {
      pipes.close();
      if (exchanges) {
        workplace.exchange().get().clear();
      }
      throw e;
    }
    return new JobRun(job, workplace, leader, pipes, reports);
  }

  private Leader start(Frame.Job job, Outputs.Pipes pipes) throws PosixException {
    if (!job.isProvider()) {
      return ScriptLeader.spawn(job, pipes, events);
    }
    if (providers.isEmpty()) {
      providers = Optional.of(new ProviderHost());
    }
    return ProviderLeader.start(providers.get(), job, pipes, events);
  }

  /** Run a job whose reports are discarded. */
  void rehearse(Frame.Job job) throws IOException {
    JobRun run;
    try {
      run = start(job, new FrameWriter(OutputStream.nullOutputStream()));
    } catch (PosixException e) {
      HelperLog.warn("the first job will be slower, as the rehearsal failed: " + e.getMessage());
      return;
    }
    while (!run.isOver()) {
      events.await(run.patience());
      run.advance();
    }
  }
}
