package dev.bullpen.wire;

import java.util.List;
import java.util.Locale;

/**
 * The mechanisms a promise rests on, each of which a test can switch off to prove that its check
 * can fail.
 *
 * <p>For tests only: {@value #VARIABLE} in the environment of the command names them, separated by
 * commas, in lower case with hyphens. It is meant to break promises and is of no other use, and
 * variables are inherited by accident: so it counts only beside the system property {@value
 * #PROPERTY}, which the command sets if its first word is {@value #WORD}, and clears if not.
 */
public enum Safeguard {
  /** No other process of their user can open supervisor, helpers and guard. */
  HIDING,
  /** The guard that outlives the supervisor. */
  GUARD,
  /** A helper ends its scripts and itself when its supervisor is gone. */
  END_OF_INPUT,
  /** A helper adopts what its scripts leave behind. */
  SUBREAPER,
  /** A helper ends what it has adopted. */
  ADOPTED,
  /** Signals go to the script's whole group. */
  GROUP,
  /** KILL follows TERM. */
  KILL,
  /** A helper that does not say clean in time is ended itself. */
  ESCALATION,
  /** Marked processes are looked for after a helper's hard end. */
  SWEEP,
  /** A job is answered once, by the first to take it, and never after a cancel. */
  TAKE_ONCE,
  /** A helper that died is replaced, and its job answered. */
  REPLACEMENT,
  /** Output still held open after the script's exit is waited for only so long. */
  IDLE_GRACE,
  /** After a standstill of this process, what helpers have reported meanwhile is read first. */
  SETTLING,
  /** Failed starts are spaced out and counted. */
  BACK_OFF,
  /** Long jobs leave a helper to interactive ones. */
  LANES,
  /** Reading goes on after a bad line. */
  RESYNC,
  /** Lines are bounded. */
  LINE_LIMIT,
  /** A closed standard output is noticed while nothing is written. */
  STDOUT_WATCH,
  /** The end of the client is noticed although another process holds its pipes. */
  PARENT_WATCH,
  /** What has changed in a project is compared before the client is notified. */
  COMPARISON,
  /** Helpers beyond the warm ones, and threads, stay for a while when they are idle. */
  SPARES;

  /** The variable that names the ones switched off. */
  public static final String VARIABLE = "BULLPEN_TEST_OFF";

  /** {@code true} where a test may switch safeguards off, or replace the helper's program. */
  public static final String PROPERTY = "bullpen.test";

  /** The first word of the command of a process that a test runs. */
  public static final String WORD = "--under-test";

  private final boolean on = !isNamed(name().toLowerCase(Locale.ROOT).replace('_', '-'));

  private static boolean isNamed(String name) {
    return off().contains(name);
  }

  /** The names of those that a test has switched off, as it has written them. */
  public static List<String> off() {
    String off = System.getenv(Safeguard.VARIABLE);
    return isUnderTest() && off != null ? List.of(off.split(",")) : List.of();
  }

  /** Whether a test has said that it runs this process. */
  public static boolean isUnderTest() {
    return Boolean.getBoolean(PROPERTY);
  }

  public boolean on() {
    return on;
  }
}
