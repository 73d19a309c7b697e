package dev.bullpen.helper.job;

import dev.bullpen.helper.folder.Folders;
import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.leader.ScriptLeader;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderHost;
import dev.bullpen.helper.provider.ProviderLeader;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.Frame;
import java.util.Optional;

/** What all jobs of a helper use, one after the other, and what starts their leaders. */
public final class Workplace {
  private final Folders folders;
  private final Events events;
  private Optional<ProviderHost> host = Optional.empty();

  /**
   * @param folders where jobs may put files
   * @param events where everything is waited for that happens to them
   */
  public Workplace(Folders folders, Events events) {
    this.folders = folders;
    this.events = events;
  }

  public Folders folders() {
    return folders;
  }

  public Events events() {
    return events;
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
