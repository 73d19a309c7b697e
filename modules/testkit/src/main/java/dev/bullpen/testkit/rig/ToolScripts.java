package dev.bullpen.testkit.rig;

/**
 * Tools with known behaviour, in plain sh and without any help. Each is called with an argument
 * {@code token}, which marks its processes and what it says at the gate.
 */
public final class ToolScripts {
  private static final String SLEEP = "exec sleep " + Scripts.SLEEP_SECONDS + "\n";

  /**
   * {@code $token}; {@code ready WORD…} says at the gate that the script has come here; {@code
   * enter} waits until the test lets it through and sets {@code $word} to what the test said.
   */
  public static final String READY =
      "token=${MCP_TOOL_ARGS_JSON#*\\\"token\\\":\\\"}\n"
          + "token=${token%%\\\"*}\n"
          + "ready() { echo \"$token $*\" >\"$MCP_TEST_GATE\"; }\n"
          + "enter() {\n"
          + "  [ -p \"$MCP_TEST_GATE.$token\" ] || mkfifo \"$MCP_TEST_GATE.$token\"\n"
          + "  ready \"$@\"\n"
          + "  read -r word <\"$MCP_TEST_GATE.$token\"\n"
          + "}\n";

  /** {@code progress N [MEMBERS]} reports progress; {@code log LEVEL JSON} writes a log line. */
  public static final String SAY =
      "progress() {\n"
          + "  echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
          + "{\"progressToken\":\"'\"$MCP_PROGRESS_TOKEN\"'\",\"progress\":'\"$1$2\"'}}'"
          + " >>\"$MCP_PROGRESS_STREAM\"\n"
          + "}\n"
          + "log() {\n"
          + "  echo"
          + " '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"'\"$1\"'\",\"logger\":\"test\",\"data\":'\"$2\"'}}'"
          + " >>\"$MCP_LOG_STREAM\"\n"
          + "}\n";

  /**
   * {@code ask elicit|sample REQUEST} puts a request to the client on the desk, whole at once, and
   * sets {@code $answer} to what comes back, or to an error if the client cannot be asked.
   */
  public static final String ASK =
      "ask() {\n"
          + "  case $1 in\n"
          + "  elicit) request=$MCP_ELICIT_REQUEST_FILE response=$MCP_ELICIT_RESPONSE_FILE ;;\n"
          + "  sample) request=$MCP_SAMPLE_REQUEST_FILE response=$MCP_SAMPLE_RESPONSE_FILE ;;\n"
          + "  esac\n"
          + "  answer='{\"error\":\"the client cannot be asked\"}'\n"
          + "  [ -n \"$request\" ] || return 0\n"
          + "  echo \"$2\" >\"$request.tmp\"\n"
          + "  mv \"$request.tmp\" \"$request\"\n"
          + "  echo '{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/asking\"}'"
          + " >>\"$MCP_PROGRESS_STREAM\"\n"
          + "  until [ -s \"$response\" ]; do sleep 0.02; done\n"
          + "  answer=$(cat \"$response\")\n"
          + "  rm \"$response\"\n"
          + "}\n";

  /** Prints a line of text. */
  public static final String HELLO = "echo hello\n";

  /** Prints the environment, sorted. */
  public static final String ENVIRONMENT = "env | LC_ALL=C sort\n";

  /** Prints its arguments as they came. */
  public static final String ARGUMENTS = "echo \"$MCP_TOOL_ARGS_JSON\"\n";

  /** One process that says its pid and its parent's at the gate, and stays. */
  public static final String HOLD = READY + "ready $$ $PPID\n" + SLEEP;

  /** Comes to the gate and ends when it is let through. */
  public static final String WAIT = READY + "enter\necho \"let through: $word\"\n";

  /** A shell with two children, each ready; 2 lines at the gate. */
  public static final String TWO_CHILDREN =
      READY + "member() { ready; " + SLEEP.trim() + "; }\nmember & member & wait\n";

  /** A daemon that has left by setsid and a double fork, and the script itself; 2 lines. */
  public static final String DAEMON =
      READY
          + "export token\n"
          + "setsid sh -c '( sh -c '\\''echo \"$token daemon $$\" >\"$MCP_TEST_GATE\"; "
          + SLEEP.trim()
          + "'\\'' & ) ; exit 0' </dev/null >/dev/null 2>&1\n"
          + "ready script $$\n"
          + SLEEP;

  /**
   * A pipeline of two, a daemon that has left its group, and the script: {@value #FAMILY_MEMBERS}
   * lines. It reports progress when it is there.
   */
  public static final String FAMILY =
      READY
          + SAY
          + "member() { ready; "
          + SLEEP.trim()
          + "; }\nmember | member &\n"
          + DAEMON.replace(SLEEP, "progress 1\n" + SLEEP);

  /** Of {@link #FAMILY}. */
  public static final int FAMILY_MEMBERS = 4;

  private ToolScripts() {}
}
