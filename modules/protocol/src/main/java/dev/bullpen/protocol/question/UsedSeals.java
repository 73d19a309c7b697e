package dev.bullpen.protocol.question;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Seals that have been used, at least until they expire. There are two ages of them: when the
 * younger has lasted as long as a seal is good for, everything in the older has expired.
 */
final class UsedSeals {
  /** Remembered in one age, some 100 bytes each; more are as good as used. */
  private static final int MOST = 100_000;

  private final Object sealsLock = new Object();

  private final Duration goodFor;
  private Instant ageEnds = Instant.MIN;
  private Set<String> older = new HashSet<>();
  private Set<String> younger = new HashSet<>();

  UsedSeals(Duration goodFor) {
    this.goodFor = goodFor;
  }

  /** Note a seal as used; false if it is already, or no more can be noted. */
  boolean add(String sealed, Instant now) {
    synchronized (sealsLock) {
      if (!now.isBefore(ageEnds)) {
        older = younger;
        younger = new HashSet<>();
        ageEnds = now.plus(goodFor);
      }
      // Its beginning is the nonce, of which no two are the same; the rest may be long.
      String nonce = sealed.substring(0, StateSeal.NONCE_CHARS);
      return !older.contains(nonce) && younger.size() < MOST && younger.add(nonce);
    }
  }
}
