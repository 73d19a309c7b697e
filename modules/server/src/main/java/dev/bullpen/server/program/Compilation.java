package dev.bullpen.server.program;

import dev.bullpen.pool.JobHandle;
import dev.bullpen.pool.job.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A source whose turn to be compiled comes, or has come, and who waits for its classes.
 *
 * <p>For one thread.
 */
final class Compilation {
  /** The run of the compiler, and where it puts the classes. */
  record Run(JobHandle job, ClassFolder folder) {}

  private final ProgramVersion version;
  private final List<ProgramRequest> waiting = new ArrayList<>();
  private Optional<Run> run = Optional.empty();
  private Lane lane = Lane.LONG;

  Compilation(ProgramVersion version) {
    this.version = version;
  }

  ProgramVersion version() {
    return version;
  }

  /** Wait for it, too. */
  void join(ProgramRequest request) {
    waiting.add(request);
    if (run.isEmpty() && request.lane() == Lane.INTERACTIVE) {
      lane = Lane.INTERACTIVE; // who is typing must not wait behind long jobs
    }
  }

  /** Wait no longer; false if this one did not wait for it. */
  boolean leave(ProgramRequest request) {
    return waiting.removeIf(one -> one == request);
  }

  boolean isWanted() {
    return !waiting.isEmpty();
  }

  /** That of whoever waits for it; the same from its beginning on. */
  Lane lane() {
    return lane;
  }

  /** Its turn has come. */
  void begun(Run begun) {
    run = Optional.of(begun);
  }

  /** Empty until its turn has come. */
  Optional<Run> run() {
    return run;
  }

  void answer(ProgramResult result) {
    waiting.forEach(request -> request.answer(result));
  }
}
