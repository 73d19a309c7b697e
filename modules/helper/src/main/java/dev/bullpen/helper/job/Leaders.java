package dev.bullpen.helper.job;

import dev.bullpen.helper.host.ProviderHost;
import dev.bullpen.helper.host.ProviderLeader;
import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.leader.ScriptLeader;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import java.util.Optional;

/** Starts what a job is about. */
public final class Leaders {
  private final Events events;
  private Optional<ProviderHost> host = Optional.empty();

  public Leaders(Events events) {
    this.events = events;
  }

  /** Get ready for the next job, while nobody waits for it. */
  public void prepare() {
    host.ifPresent(ProviderHost::prepare);
  }

  /** Load a provider that a job may soon be about; what is wrong with it, the job will say. */
  public void load(Frame.Expect expected) {
    try {
      host().classes().expect(expected.classPath(), expected.name());
    } catch (PosixException | ClassNotFoundException | LinkageError | RuntimeException e) {
      // As said. A jar may be refused by a SecurityException: for its signature, for instance.
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
    if (job.isProvider()) {
      if (isRehearsal(job)) {
        ScriptLeader.rehearse(job, pipes); // what comes next may be a script
      }
      return ProviderLeader.start(host(), job, pipes, events);
    }
    return ScriptLeader.spawn(job, pipes, events);
  }

  private static boolean isRehearsal(Frame.Job job) {
    return ProviderRehearsal.is(job.argv(), job.classPath());
  }
}
