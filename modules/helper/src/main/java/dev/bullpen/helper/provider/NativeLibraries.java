package dev.bullpen.helper.provider;

import java.util.Optional;

/**
 * The libraries with native code that classes of projects have loaded. A JVM gives each to one
 * class loader for as long as that lives, and who was there first may live as long as the JVM: who
 * comes later, by the next version of a source or by another, gets it in another JVM only.
 */
final class NativeLibraries {
  /** What the JDK says to who comes later, which libraries may pass on in exceptions of theirs. */
  private static final String TAKEN = "already loaded in another classloader";

  private volatile boolean wantedElsewhere;

  /** A class could not be had, or its provider has failed. */
  void heed(Throwable thrown) {
    if (Causes.any(thrown, NativeLibraries::saysTaken)) {
      wantedElsewhere = true;
    }
  }

  private static boolean saysTaken(Throwable thrown) {
    try {
      return Optional.ofNullable(thrown.getMessage()).orElse("").contains(TAKEN);
    } catch (Throwable e) { // its message is the provider's, as it is
      return false;
    }
  }

  /** Whether somebody wanted one that another loader has. */
  boolean areWantedElsewhere() {
    return wantedElsewhere;
  }
}
