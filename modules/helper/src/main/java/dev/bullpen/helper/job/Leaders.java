package dev.bullpen.helper.job;

import dev.bullpen.helper.host.ProviderHost;
import dev.bullpen.helper.host.ProviderLeader;
import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.leader.ScriptLeader;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.helper.shell.WarmShells;
import dev.bullpen.posix.Child;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Self;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.util.Optional;

/** Starts what a job is about. */
public final class Leaders {
  private final Events events;
  private Optional<ProviderHost> host = Optional.empty();
  private Optional<WarmShells> shells = Optional.empty();
  private boolean hasNoShells;

  /** Whether a thread of the project's may have started something. */
  private boolean othersStart;

  public Leaders(Events events) {
    this.events = events;
  }

  /** Get ready for the next job, while nobody waits for it. */
  public void prepare() {
    host.ifPresent(ProviderHost::prepare);
    shells.ifPresent(WarmShells::prepare);
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
    shells.ifPresent(WarmShells::begin);
    if (job.isProvider()) {
      heed(job);
      if (isRehearsal(job)) {
        ScriptLeader.rehearse(job, pipes); // what comes next may be a script
      }
      return ProviderLeader.start(host(), job, pipes, events);
    }
    Optional<Leader> warm =
        job.shell().isEmpty()
            ? Optional.empty()
            : shells().flatMap(ready -> ready.start(job, pipes));
    return warm.isPresent() ? warm.get() : ScriptLeader.spawn(job, pipes, events);
  }

  /** A provider is about to run. Our own, which every helper rehearses, starts nothing. */
  void heed(Frame.Job job) {
    othersStart = othersStart || !isRehearsal(job);
    countOthers();
  }

  private static boolean isRehearsal(Frame.Job job) {
    return ProviderRehearsal.is(job.argv(), job.classPath());
  }

  boolean mayOthersStart() {
    return othersStart;
  }

  private void countOthers() {
    if (othersStart && shells.isPresent()) {
      shells.get().countOtherThreads();
    }
  }

  /** Empty where there can be none. */
  private Optional<WarmShells> shells() {
    hasNoShells |= Self.isHidden(); // a shell opens the helper's descriptors by their names
    if (shells.isEmpty() && !hasNoShells) {
      try {
        shells = Optional.of(WarmShells.none(events));
        countOthers();
      } catch (IOException e) {
        hasNoShells = true; // no /proc, or a kernel that does not list children there
      }
    }
    return shells;
  }

  /** Whether nothing of the job that has just ended is left, nor of any before it. */
  boolean areAlone() throws PosixException {
    return shells.isPresent() ? shells.get().areAlone() : !Child.any();
  }

  /** End the shells that wait for jobs; a job that runs keeps its own. */
  void dismiss() throws PosixException {
    if (shells.isPresent()) {
      shells.get().dismiss();
    }
  }
}
