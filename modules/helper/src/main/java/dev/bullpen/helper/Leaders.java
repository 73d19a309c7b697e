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

  /** Load a provider that a job may soon be about; what is wrong with it, the job will say. */
  void load(Frame.Expect expected) {
    try {
      host().classes().expect(expected.classPath(), expected.name());
    } catch (PosixException | ClassNotFoundException | LinkageError | IllegalArgumentException e) {
      // As said.
    }
  }

  private ProviderHost host() throws PosixException {
    if (host.isEmpty()) {
      host = Optional.of(new ProviderHost());
    }
    return host.get();
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
    return ProviderLeader.start(host(), job, pipes, events);
  }
}
