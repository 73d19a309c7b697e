package dev.bullpen.wire;

import java.util.List;
import java.util.Locale;

/**
 * The mechanisms on which promises rest. A test can switch each off, to prove that its check can
 * fail.
 *
 * <p>For tests only: {@value #VARIABLE} in the command's environment names those to switch off, in
 * lower case with hyphens, separated by commas. Variables can be inherited by accident, so this one
 * counts only beside the system property {@value #PROPERTY}. The command sets the property if its
 * first word is {@value #WORD}, and clears it otherwise.
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
  /** A helper that does not report clean in time is killed. */
  ESCALATION,
  /** Marked processes are searched for after a helper was killed. */
  SWEEP,
  /** A job is answered once, by the first to take it, and never after a cancel. */
  TAKE_ONCE,
  /** A helper that died is replaced, and its job answered. */
  REPLACEMENT,
  /**
   * After a script's exit, its output is waited for only so long if another process holds it open.
   */
  IDLE_GRACE,
  /** After this process has stood still, what helpers reported meanwhile is read first. */
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
  /** The readings of a changed project are compared before the client is notified. */
  COMPARISON,
  /** Idle threads, and idle helpers beyond the warm ones, stay for a while. */
  SPARES;

  /** The variable that names the safeguards to switch off. */
  public static final String VARIABLE = "BULLPEN_TEST_OFF";

  /** {@code true} if a test may switch safeguards off, or replace the helper's program. */
  public static final String PROPERTY = "bullpen.test";

  /** The first word of the command of a process that a test runs. */
  public static final String WORD = "--under-test";

  private final boolean on = !isNamed(name().toLowerCase(Locale.ROOT).replace('_', '-'));

  private static boolean isNamed(String name) {
    return off().contains(name);
  }

  /** The names of those that a test has switched off, as the test wrote them. */
  public static List<String> off() {
    String off = System.getenv(Safeguard.VARIABLE);
    return isUnderTest() && off != null ? List.of(off.split(",")) : List.of();
  }

  /** Whether a test runs this process. */
  public static boolean isUnderTest() {
    return Boolean.getBoolean(PROPERTY);
  }

  public boolean on() {
    return on;
  }
}
