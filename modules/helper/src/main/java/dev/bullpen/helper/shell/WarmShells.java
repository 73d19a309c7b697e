package dev.bullpen.helper.shell;

import dev.bullpen.helper.leader.Leader;
import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.FilledPipes;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Signal;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The warm shells of this helper, at most one for each script: the only children it has between two
 * jobs. The first job of a script is started as ever, and a shell is started behind it.
 *
 * <p>They are kept over jobs that end by themselves and leave nothing. Whenever anything else is to
 * be ended they go first, so that "no child" proves once more that nothing is left.
 */
public final class WarmShells {
  /** Scripts that are completed as somebody types; more would be memory that nobody uses. */
  static final int MOST = 4;

  private final Events events;
  private final FilledPipes texts = new FilledPipes();
  private final OwnChildren children;

  /** The one used last is last. */
  private final List<HeldShell> shells = new ArrayList<>();

  private final Set<Integer> pids = new HashSet<>();
  private final Set<String> unfit = new HashSet<>();
  private boolean alone;
  private Optional<WarmStart> wanted = Optional.empty();
  private Optional<WarmShell> busy = Optional.empty();

  private WarmShells(Events events, OwnChildren children) {
    this.events = events;
    this.children = children;
  }

  /**
   * None yet. To be called by the thread that starts everything.
   *
   * @throws IOException where a process cannot look at its children
   */
  public static WarmShells none(Events events) throws IOException {
    return new WarmShells(events, new OwnChildren());
  }

  /**
   * Have a warm shell do a job.
   *
   * @param pipes for what it writes
   * @return empty if it has to be started as ever
   */
  public Optional<Leader> start(Frame.Job job, OutputPipes pipes) {
    if (unfit.contains(job.argv().get(0))) {
      return Optional.empty();
    }
    List<String> variables = WarmStart.variables(job.environment());
    Optional<WarmStart> start = WarmStart.of(job, variables);
    try {
      return start.isEmpty() ? Optional.empty() : start(start.get(), job, variables, pipes);
    } catch (IOException e) {
      return Optional.empty(); // a start will do, or say why not
    }
  }

  private Optional<Leader> start(
      WarmStart start, Frame.Job job, List<String> variables, OutputPipes pipes)
      throws IOException {
    Optional<HeldShell> held = ready(start);
    if (held.isEmpty()) {
      return Optional.empty();
    }
    Optional<Descriptor> text = texts.of(JobText.of(job, variables, pipes));
    if (text.isEmpty()) {
      return Optional.empty(); // too long
    }
    WarmShell shell = held.get().shell();
    try {
      shell.give(text.get());
    } catch (IOException e) {
      text.get().close();
      end(held.get());
      wanted = Optional.of(start);
      throw e;
    }
    shells.remove(held.get());
    shells.add(held.get());
    busy = Optional.of(shell);
    return Optional.of(new WarmLeader(this, shell, text.get(), pipes, events));
  }

  /** The one that was started with the same, if it has passed its trial. */
  private Optional<HeldShell> ready(WarmStart start) throws IOException {
    Optional<HeldShell> held = of(start.script());
    if (held.isEmpty() || !held.get().shell().start().equals(start)) {
      wanted = Optional.of(start);
      return Optional.empty();
    }
    if (held.get().isOnTrial() && !hasPassed(held.get())) {
      return Optional.empty();
    }
    return held;
  }

  private Optional<HeldShell> of(String script) {
    for (HeldShell held : shells) {
      if (held.shell().start().script().equals(script)) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  private boolean hasPassed(HeldShell held) throws IOException {
    if (!held.shell().hasAnswered()) {
      return false; // not yet
    }
    boolean passed = held.takeResult();
    if (!passed) {
      end(held);
      giveUp(held.shell().start().script());
    }
    return passed;
  }

  private void giveUp(String script) {
    unfit.add(script);
    HelperLog.warn(
        "%s is started for each job: a shell that was held ready for it did not do as told"
            .formatted(script));
  }

  /** Start the shell that the last job would have liked, while nobody waits. */
  public void prepare() {
    if (wanted.isEmpty()) {
      return;
    }
    WarmStart start = wanted.get();
    wanted = Optional.empty();
    try {
      Optional<HeldShell> outdated = of(start.script());
      if (outdated.isPresent()) {
        end(outdated.get());
      } else if (shells.size() == MOST) {
        end(shells.get(0));
      }
      hold(start);
    } catch (IOException e) {
      // The next job is started as ever, and says why if that fails, too.
    }
  }

  private void hold(WarmStart start) throws IOException {
    HeldShell held = HeldShell.start(start, texts);
    shells.add(held);
    pids.add(held.shell().pid());
    if (!start.isCurrent()) {
      end(held); // it may be in either of two folders
      return;
    }
    try {
      held.tryOut();
    } catch (IOException e) {
      end(held);
      throw e;
    }
  }

  /**
   * Whether this helper has no descendant but its idle shells; for when no job runs, or the shell
   * that does has said its status.
   *
   * <p>Nobody can become the child of a shell that has not forked it, and while a shell is tried
   * its child is the trial's. One that has none now gets none before its next job. Whoever else
   * there is has a shell or us for its forefather, and so is on one of these lists, or below
   * somebody who is.
   */
  public boolean areAlone() {
    alone = alone || lookAlone();
    return alone;
  }

  private boolean lookAlone() {
    try {
      for (HeldShell held : shells) {
        if (!held.isOnTrial() && !held.shell().children().isEmpty()) {
          return false;
        }
      }
      return children.areAmong(pids);
    } catch (IOException e) {
      return false; // what cannot be seen has to be ended
    }
  }

  /** A job begins: who was alone until now need not be any more. */
  public void begin() {
    alone = false;
  }

  /** From now on, other threads of ours may start something, too. */
  public void countOtherThreads() {
    children.countOtherThreads();
  }

  /** End those that are idle. */
  public void dismiss() throws PosixException {
    for (HeldShell held : List.copyOf(shells)) {
      if (busy.isEmpty() || busy.get() != held.shell()) {
        end(held);
      }
    }
  }

  private void end(HeldShell held) throws PosixException {
    held.shell().signal(Signal.KILL);
    forget(held);
    held.shell().bury();
  }

  /** The job is over, and the shell is for the next one. */
  void takeBack() {
    busy = Optional.empty();
  }

  /** The shell of the job has ended with it, or is about to. */
  void lose(WarmShell shell) {
    busy = Optional.empty();
    for (HeldShell held : List.copyOf(shells)) {
      if (held.shell() == shell) {
        forget(held);
      }
    }
  }

  private void forget(HeldShell held) {
    shells.remove(held);
    pids.remove(held.shell().pid());
    held.endTrial();
  }
}
