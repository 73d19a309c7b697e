package dev.bullpen.testkit.rig;

/**
 * Completion scripts with known behaviour. All of them end on their own after {@value
 * #SLEEP_SECONDS} s, so that what a failing test leaves behind does not stay for ever.
 */
public final class Scripts {
  /** Longer than any test, shorter than anybody's patience. */
  public static final int SLEEP_SECONDS = 600;

  /** Says at the gate that it has come here; further words may follow. */
  public static final String READY =
      "ready() { echo \"$MCP_COMPLETION_QUERY $*\" >\"$MCP_TEST_GATE\"; }\n";

  private static final String SLEEP = "exec sleep " + SLEEP_SECONDS;

  private static final String MEMBER = READY + "member() { ready; " + SLEEP + "; }\n";

  /** Answers one value at once. */
  public static final String FAST = "printf '[\"ok\"]\\n'\n";

  /** One process that says its pid and its parent's at the gate, and stays. */
  public static final String HOLD = READY + "ready $$ $PPID\n" + SLEEP + "\n";

  /** A shell with two children, each ready; 2 lines at the gate. */
  public static final String TWO_CHILDREN = MEMBER + "member & member & wait\n";

  /** A pipeline of six processes and the shell that waits for it; 6 lines at the gate. */
  public static final String PIPELINE =
      MEMBER + "member | member | member | member | member | member\n";

  /** A daemon that has left by setsid and a double fork, and the script itself; 2 lines. */
  public static final String DAEMON =
      READY
          + "setsid sh -c '( sh -c '\\''echo \"$MCP_COMPLETION_QUERY daemon $$\""
          + " >\"$MCP_TEST_GATE\"; "
          + SLEEP
          + "'\\'' & ) ; exit 0' </dev/null >/dev/null 2>&1\n"
          + "ready script $$\n"
          + SLEEP
          + "\n";

  private Scripts() {}
}
