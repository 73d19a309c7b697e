package dev.bullpen.helper;

import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import java.util.Optional;

/** Starts what a job is about. */
final class Leaders {
  private final Events events;
  private Optional<ProviderHost> host = Optional.empty();

  Leaders(Events events) {
    this.events = events;
  }

  /** Get ready for the next job, while nobody waits for it. */
  void prepare() {
    host.ifPresent(ProviderHost::prepare);
  }

  /**
   * Start a job's script or provider.
   *
   * @param pipes for what it writes
   * @throws PosixException if it could not be started; nothing is running then
   */
  Leader start(Frame.Job job, OutputPipes pipes) throws PosixException {
    if (!job.isProvider()) {
      return ScriptLeader.spawn(job, pipes, events);
    }
    if (host.isEmpty()) {
      host = Optional.of(new ProviderHost());
    }
    return ProviderLeader.start(host.get(), job, pipes, events);
  }
}
