package dev.bullpen.helper.provider;

import dev.bullpen.posix.StandardOutput;
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
 * What a provider may change for everybody in the JVM, as it was before; but for the standard
 * streams, in whose place it finds the {@link StandardStreams}.
 */
final class JvmState {
  private final StandardStreams streams = new StandardStreams();
  private final Properties properties = (Properties) System.getProperties().clone();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final Thread.UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();

  private final ProjectClasses classes;

  private JvmState(ProjectClasses classes) {
    this.classes = classes;
  }

  /**
   * As it is.
   *
   * @param classes know what else those of projects can have changed
   */
  static JvmState now(ProjectClasses classes) {
    return new JvmState(classes);
  }

  void restore() {
    streams.enter();
    if (!System.getProperties().equals(properties)) {
      System.setProperties((Properties) properties.clone()); // ours must not be changed
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

  /** Whether all of it can be restored; if not, no other provider is to run here. */
  boolean isRestorable() {
    return streams.areUsable() && classes.areDefaultsRestorable();
  }

  /**
   * The standard streams of providers. What is printed is UTF-8 whatever the locale, as what
   * scripts print is. Many a program closes a standard stream when it is done; the next one in the
   * same JVM finds it open.
   */
  private static final class StandardStreams {
    private final InputStream in = new Input(System.in);
    private final Output out = new Output(StandardOutput.out());
    private final Output err = new Output(StandardOutput.err());

    void enter() {
      System.setIn(in);
      System.setOut(out);
      System.setErr(err);
      out.forgetError();
      err.forgetError();
    }

    /** False once a provider has closed a stream of {@link FileDescriptor#out}: that is final. */
    boolean areUsable() {
      return FileDescriptor.in.valid() && FileDescriptor.out.valid() && FileDescriptor.err.valid();
    }

    private static final class Input extends FilterInputStream {
      Input(InputStream nothing) {
        super(nothing);
      }

      @Override
      public void close() {}
    }

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
  }
}
