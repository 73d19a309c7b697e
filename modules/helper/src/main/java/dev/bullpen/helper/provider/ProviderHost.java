package dev.bullpen.helper.provider;

import dev.bullpen.helper.job.Events;
import dev.bullpen.helper.job.Outputs;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.StandardOutput;
import dev.bullpen.posix.proc.OpenFileLimit;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * What the providers of one helper have in common, made for the first one: their classes, threads
 * and standard streams, and the state of this JVM before each of them.
 */
public final class ProviderHost {
  private static final int STDERR = 2;

  private final ProjectClasses classes = new ProjectClasses();
  private final Events.Bell bell;
  private final IoBuffer results = new IoBuffer();
  private final ProviderThreads threads = new ProviderThreads();
  private final Descriptor errors;
  private final OpenFiles files;

  private final InputStream in = new Input(System.in);
  private final Output out = new Output(StandardOutput.out());
  private final Output err = new Output(StandardOutput.err());

  // State that a provider may change for all code of the JVM, as it was before the first.
  private final Properties properties = (Properties) System.getProperties().clone();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final Thread.UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();

  /** If this fails, no descriptor stays open, because the next provider brings another try. */
  public ProviderHost() throws PosixException {
    long most = OpenFileLimit.current().soft();
    errors = Descriptor.of(STDERR).duplicate();
    try {
      bell = Events.Bell.make();
    } catch (PosixException e) {
      errors.close();
      throw e;
    }
    files = new OpenFiles(errors.number(), most);
    restore(); // providers have other streams than those this JVM began with
  }

  ProjectClasses classes() {
    return classes;
  }

  ProviderThreads threads() {
    return threads;
  }

  Events.Bell bell() {
    return bell;
  }

  PrintedOutput redirect(Outputs.Pipes pipes) throws PosixException {
    return PrintedOutput.begin(pipes, results, errors);
  }

  /** Put this JVM back as it was before the first provider, but with the streams of providers. */
  void restore() {
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
    out.forgetError();
    err.forgetError();
    if (!System.getProperties().equals(properties)) {
      System.setProperties((Properties) properties.clone()); // a copy, as providers change it
    }
    if (!locale.equals(Locale.getDefault())
        || !display.equals(Locale.getDefault(Locale.Category.DISPLAY))
        || !format.equals(Locale.getDefault(Locale.Category.FORMAT))) {
      Locale.setDefault(locale);
      Locale.setDefault(Locale.Category.DISPLAY, display);
      Locale.setDefault(Locale.Category.FORMAT, format);
    }
    if (!zone.equals(TimeZone.getDefault())) {
      TimeZone.setDefault(zone);
    }
    if (handler != Thread.getDefaultUncaughtExceptionHandler()) {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    }
    classes.restoreDefaults();
  }

  /**
   * Wait a moment for what the last provider has started.
   *
   * @return whether another provider can run here
   */
  boolean awaitFit() {
    return areStreamsOpen()
        && classes.areDefaultsRestorable()
        && classes.areLoadable()
        && files.areFew(classes.jars())
        && threads.awaitOthers()
        && ProviderThreads.awaitCommonPool();
  }

  /** False once a provider has closed a stream of {@link FileDescriptor#out}, which is final. */
  private static boolean areStreamsOpen() {
    return FileDescriptor.in.valid() && FileDescriptor.out.valid() && FileDescriptor.err.valid();
  }

  /** Many programs close a standard stream when they are done. The next provider finds it open. */
  private static final class Input extends FilterInputStream {
    Input(InputStream nothing) {
      super(nothing);
    }

    @Override
    public void close() {}
  }

  /** The same for output, in UTF-8 whatever the locale, as scripts print. */
  private static final class Output extends PrintStream {
    Output(StandardOutput output) {
      super(new BufferedOutputStream(output), true, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      flush();
    }

    void forgetError() {
      clearError();
    }
  }

  /**
   * How many descriptors this process may have when a provider has ended. The system gives the
   * lowest free number, so if a number is free, fewer are open. The jars of class paths stay open;
   * no provider has opened those.
   *
   * @param first a number from the time before the first provider
   * @param most how many a process may have; unsigned
   */
  record OpenFiles(int first, long most) {
    /**
     * How many providers may leave open. A process may have some 1000; a helper needs a few dozen.
     */
    static final int MOST_LEFT = 256;

    /** How many are free for the next job, however many jars there are. */
    static final int KEPT_FREE = 32;

    /** Whether providers have left enough for others, besides at most {@code jars} jars. */
    boolean areFew(int jars) {
      return !Descriptor.isOpen(tooHigh(jars));
    }

    int tooHigh(int jars) {
      int withJars = first + MOST_LEFT + jars;
      boolean isFree = Long.compareUnsigned(withJars + KEPT_FREE, most) <= 0;
      return isFree ? withJars : Math.max(first + MOST_LEFT, (int) most - KEPT_FREE);
    }
  }
}
