package dev.bullpen.helper.shell;

import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.ExitStatus;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Signal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A job that a warm shell does: its group is the shell's. It has ended when the shell has said its
 * status, or has ended itself: a script may kill {@code $$}, which is the shell.
 *
 * <p>If it ended by itself and left nobody, the shell is kept; else its whole group is ended.
 */
final class WarmLeader implements Leader {
  /** What a shell adds to the number of the signal that ended its child. */
  private static final int SIGNALLED = 128;

  private static final int HIGHEST_SIGNAL = 64;

  private final WarmShells shells;
  private final WarmShell shell;
  private final Descriptor text;
  private final OutputPipes pipes;
  private final Events events;
  private Optional<Integer> status = Optional.empty();
  private boolean ended;
  private boolean signalled;

  /**
   * @param text what the shell's child is reading
   * @param pipes for what it writes; it opens them by our numbers, so these are kept until it is
   *     over
   */
  WarmLeader(
      WarmShells shells, WarmShell shell, Descriptor text, OutputPipes pipes, Events events) {
    this.shells = shells;
    this.shell = shell;
    this.text = text;
    this.pipes = pipes;
    this.events = events;
    events.watch(Events.Source.EXIT, shell.status());
  }

  @Override
  public int pid() {
    return shell.pid();
  }

  /** An end that the pipe has announced is looked for: it comes in a moment, without a word. */
  @Override
  public boolean isWatched() {
    return !shell.isSilent();
  }

  @Override
  public boolean hasEnded() throws PosixException {
    if (!ended && shell.isSilent()) {
      ended = shell.hasEnded();
    } else if (!ended && events.isReady(Events.Source.EXIT)) {
      events.forget(Events.Source.EXIT);
      status = shell.takeStatus();
      if (status.isPresent()) {
        pipes.handOver(); // now their end is that nobody else holds them
      }
      ended = !shell.isSilent() || shell.hasEnded();
    }
    return ended;
  }

  /** The job itself, unless it has left the group; our child if the shell ends before it. */
  @Override
  public List<Integer> members() throws IOException {
    return shell.members();
  }

  /** KILL of a job that is over and left nobody has nothing to do. */
  @Override
  public void signal(Signal signal) throws PosixException {
    if (signalled || signal != Signal.KILL || status.isEmpty() || !shells.areAlone()) {
      signalled = true;
      shell.signal(signal);
    }
  }

  @Override
  public ExitStatus bury() throws PosixException {
    events.forget(Events.Source.EXIT);
    if (!signalled) {
      shells.takeBack();
      return exitStatus();
    }
    shells.lose(shell);
    ExitStatus how = shell.bury();
    return status.isPresent() ? exitStatus() : how;
  }

  private ExitStatus exitStatus() {
    int code = status.orElseThrow();
    return code > SIGNALLED && code <= SIGNALLED + HIGHEST_SIGNAL
        ? new ExitStatus.Signalled(code - SIGNALLED)
        : new ExitStatus.Exited(code);
  }

  @Override
  public void close() {
    text.close();
  }
}
