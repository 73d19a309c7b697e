package dev.bullpen.helper.host;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Bell;
import dev.bullpen.helper.provider.ProjectClasses;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.WriteBuffer;
import java.util.Optional;

/** What the providers of one helper have in common, made when the first one comes. */
public final class ProviderHost {
  private static final int STDERR = 2;

  private final ProjectClasses classes = new ProjectClasses();
  private final Bell bell = Bell.make();
  private final WriteBuffer results = new WriteBuffer();
  private final JvmState state = JvmState.now(classes);
  private final ProviderThreads threads = new ProviderThreads();
  private Optional<SpareThread> spare = Optional.empty();
  private final Descriptor errors = Descriptor.of(STDERR).duplicate();
  private final OpenFiles files = OpenFiles.from(errors.number());

  public ProviderHost() throws PosixException {
    state.restore(); // its streams are not those this JVM has begun with
  }

  /** Get ready for the next provider, while nobody waits for it. */
  public void prepare() {
    if (spare.isEmpty()) {
      spare = SpareThread.start(threads); // if there is none now, whoever needs it will say so
    }
  }

  /** For one provider. */
  SpareThread takeThread() throws PosixException {
    prepare();
    SpareThread taken =
        spare.orElseThrow(() -> PosixException.ofStart("a thread for a provider", Errno.EAGAIN));
    spare = Optional.empty();
    return taken;
  }

  /** See {@link ProviderThreads#awaitOthers}. */
  boolean awaitOtherThreads() {
    return threads.awaitOthers();
  }

  public ProjectClasses classes() {
    return classes;
  }

  /** How this JVM was before the first, and is to be before each. */
  JvmState state() {
    return state;
  }

  /** Whether providers have left enough descriptors for others. */
  boolean hasDescriptors() {
    return files.areFew(classes.jars());
  }

  /** Rung at the end of each provider. */
  Bell bell() {
    return bell;
  }

  /** Send what is written here to a job. */
  PrintedOutput redirect(OutputPipes pipes) throws PosixException {
    return PrintedOutput.begin(pipes, results, errors);
  }
}
