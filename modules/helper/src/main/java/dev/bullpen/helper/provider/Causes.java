package dev.bullpen.helper.provider;

import java.util.function.Predicate;

/** What has led to an exception, itself first. */
final class Causes {
  /** They may go round in a circle. */
  private static final int MOST = 20;

  private Causes() {}

  static boolean any(Throwable thrown, Predicate<Throwable> wanted) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MOST; depth++) {
      if (wanted.test(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
