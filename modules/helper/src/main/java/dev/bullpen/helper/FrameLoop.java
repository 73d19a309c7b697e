package dev.bullpen.helper;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.job.JobRun;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.SpareMemory;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameReader;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Reads jobs and kills, and reports on them, until the supervisor is gone. */
final class FrameLoop {
  private final DescriptorInput input;
  private final FrameReader in;
  private final FrameWriter out;
  private final Events events = new Events();
  private final Workplace workplace;
  private final SpareMemory memory = SpareMemory.ofThisProcess();
  private Optional<JobRun> running = Optional.empty();

  /**
   * @param frames where they come from
   * @param folders what its jobs may use
   */
  FrameLoop(Descriptor frames, FrameWriter out, Folders folders) {
    this.input = new DescriptorInput(frames);
    this.in = new FrameReader(input);
    this.out = out;
    this.workplace = new Workplace(folders, events);
    events.watch(Events.Source.FRAMES, frames.number());
  }

  void rehearse() throws IOException {
    Rehearsal.run(workplace);
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
      start(job);
    } else if (frame instanceof Frame.Kill kill) {
      // A kill that crosses the job's own end finds nothing to do.
      if (running.isPresent() && running.get().job() == kill.job()) {
        running.get().kill(Duration.ofMillis(kill.graceMillis()));
        // The same kill once more, or the next job, may have been read together with this one.
        forgetIfOver();
      }
    } else if (frame instanceof Frame.Put put) {
      if (running.isPresent() && running.get().job() == put.job()) {
        running.get().put(put.name(), put.bytes());
      }
    } else {
      throw new IllegalStateException("a helper is never sent " + frame.getClass().getSimpleName());
    }
  }

  private void start(Frame.Job job) throws IOException {
    if (running.isPresent()) {
      throw new IllegalStateException("a second job while one runs");
    }
    try {
      running = Optional.of(JobRun.start(job, workplace, OutputPipes.open(), out));
    } catch (PosixException e) {
      out.write(new Frame.Refused(job.job(), e.errno()));
    }
  }
}
