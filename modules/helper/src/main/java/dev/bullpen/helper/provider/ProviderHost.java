package dev.bullpen.helper.provider;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the providers of one helper have in common, made when the first one comes. */
public final class ProviderHost {
  private static final int STDERR = 2;

  private final ProjectClasses classes = new ProjectClasses();
  private final Events.Bell bell = Events.Bell.make();
  private final IoBuffer results = new IoBuffer();
  private final JvmState state = JvmState.now(classes);
  private final ProviderThreads threads = new ProviderThreads();
  private final Descriptor errors = Descriptor.of(STDERR).duplicate();
  private final OpenFiles files = OpenFiles.from(errors.number());

  public ProviderHost() throws PosixException {
    state.restore(); // its streams are not those this JVM has begun with
  }

  Thread start(Runnable provider) throws PosixException {
    return threads.start(provider);
  }

  /** Wait a moment for what providers have started; false if something of it goes on. */
  boolean awaitOtherThreads() {
    return threads.awaitOthers() && ProviderThreads.awaitCommonPool();
  }

  public ProjectClasses classes() {
    return classes;
  }

  /** How this JVM was before the first, and is to be before each. */
  JvmState state() {
    return state;
  }

  boolean hasDescriptors() {
    return files.areFew(classes.jars());
  }

  Events.Bell bell() {
    return bell;
  }

  PrintedOutput redirect(OutputPipes pipes) throws PosixException {
    return PrintedOutput.begin(pipes, results, errors);
  }

  /**
   * How many descriptors this process may have when a provider has ended. The lowest are given
   * first, so one number tells: it means something, or fewer are open. The jars that classes were
   * looked for in stay open; no provider has opened those.
   *
   * @param first a number from the time before the first provider
   * @param most how many a process may have
   */
  record OpenFiles(int first, int most) {
    /** What providers may leave open: a process may have some 1000, a helper needs a few dozen. */
    static final int MOST_LEFT = 256;

    /** So many the next job has for itself, however many jars there are. */
    static final int KEPT_FREE = 32;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String OF_FILES = "Max open files ";

    /** As it is for this process; see proc_pid_limits(5). */
    static OpenFiles from(int first) {
      int most = Integer.MAX_VALUE;
      try {
        for (String line : Files.readAllLines(LIMITS)) {
          if (line.startsWith(OF_FILES)) {
            most = Integer.parseInt(line.substring(OF_FILES.length()).strip().split(" ", 2)[0]);
          }
        }
      } catch (IOException | NumberFormatException e) {
        // No /proc, or no limit.
      }
      return new OpenFiles(first, most);
    }

    /** Whether providers have left enough for others, who have these jars open at most. */
    boolean areFew(int jars) {
      return !Descriptor.isOpen(tooHigh(jars));
    }

    int tooHigh(int jars) {
      return Math.max(first + MOST_LEFT, Math.min(first + MOST_LEFT + jars, most - KEPT_FREE));
    }
  }
}
