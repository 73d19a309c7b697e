package dev.bullpen.pool;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.Safeguard;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A request on its way through the pool, answered once: RUNNING becomes COMPLETED, FAILED or
 * CANCELLED by one compare-and-set, and only whoever makes that step may speak.
 */
public final class Job {
  private enum Answer {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED
  }

  private final long number;
  private final JobRequest request;
  private final Consumer<JobOutcome> listener;
  private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.RUNNING);
  private final AtomicReference<Future<?>> timeout = new AtomicReference<>();

  // What the script has written; touched by its helper's thread only.
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream(512);
  private byte[] stderr = new byte[0];

  Job(long number, JobRequest request, Consumer<JobOutcome> listener) {
    this.number = number;
    this.request = request;
    this.listener = listener;
  }

  /** The pool's own number of it, never used again. */
  public long number() {
    return number;
  }

  public JobRequest request() {
    return request;
  }

  /** Whether it still waits for its answer. */
  boolean isOpen() {
    return answer.get() == Answer.RUNNING;
  }

  /** Whether its script ran to its end by itself. */
  boolean isCompleted() {
    return answer.get() == Answer.COMPLETED;
  }

  void take(Frame.Output output) {
    if (output.stream() == Frame.Stream.STDOUT) {
      stdout.writeBytes(output.bytes());
    } else {
      stderr = output.bytes();
    }
  }

  /** The tail of error output, as far as it has come. */
  byte[] stderr() {
    return stderr.clone();
  }

  void complete(Frame.Exited exited) {
    if (exited.overflow()) {
      fail(
          FailureReason.OUTPUT_LIMIT,
          "it wrote more than %d bytes".formatted(request.stdoutLimit()));
    } else {
      settle(
          Answer.COMPLETED,
          new JobOutcome.Completed(
              exited.signalled(), exited.code(), stdout.toByteArray(), stderr()));
    }
  }

  /** False if it had its answer already. */
  boolean fail(FailureReason reason, String detail) {
    return settle(Answer.FAILED, new JobOutcome.Failed(reason, detail));
  }

  private boolean settle(Answer result, JobOutcome outcome) {
    boolean mine = answer.compareAndSet(Answer.RUNNING, result);
    if (mine || (result == Answer.COMPLETED && !Safeguard.TAKE_ONCE.on())) {
      stopClock();
      listener.accept(outcome);
    }
    return mine;
  }

  /** From now on nobody is told anything of it. False if it had its answer already. */
  boolean markCancelled() {
    boolean mine = answer.compareAndSet(Answer.RUNNING, Answer.CANCELLED);
    if (mine) {
      stopClock();
    }
    return mine;
  }

  void clock(Future<?> timer) {
    timeout.set(timer);
    if (!isOpen()) {
      stopClock();
    }
  }

  private void stopClock() {
    Optional.ofNullable(timeout.get()).ifPresent(timer -> timer.cancel(false));
  }

  @Override
  public String toString() {
    return "job %d (%s)".formatted(number, request.name());
  }
}
