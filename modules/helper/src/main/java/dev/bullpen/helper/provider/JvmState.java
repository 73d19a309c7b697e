package dev.bullpen.helper.provider;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** What a provider may change for everybody in the JVM, as it was before. */
public final class JvmState {
  private final InputStream in = System.in;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final Properties properties = (Properties) System.getProperties().clone();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final Thread.UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();

  private JvmState() {}

  /** As it is. */
  public static JvmState now() {
    return new JvmState();
  }

  /** Make it so again. */
  public void restore() {
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
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
  }

  /** Whether a thread, whoever started it, belongs to the JVM: the pool behind parallel streams. */
  public static boolean isOfTheJvm(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
  }
}
