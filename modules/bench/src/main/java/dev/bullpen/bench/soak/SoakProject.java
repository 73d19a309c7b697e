package dev.bullpen.bench.soak;

import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;

/** A project whose scripts behave in all ways that scripts do. */
final class SoakProject {
  /** Bytes of a large output, several times what a pipe holds (64 KiB, pipe(7)). */
  static final int LARGE_BYTES = 400_000;

  /** What a failing script exits with; no signal and no shell uses it. */
  static final int EXIT_CODE = 7;

  private static final int TIMEOUT_SECONDS = 1;
  private static final String SLEEP = "exec sleep " + Scripts.SLEEP_SECONDS;
  private static final String CHILDREN = "sleep 600 & sleep 600 & ";

  /** Leaves group and session by setsid and a second fork, and holds nobody's output. */
  private static final String DAEMON =
      "setsid sh -c '( " + SLEEP + " </dev/null >/dev/null 2>&1 & )'\n";

  private SoakProject() {}

  static void write(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .tool("slow", "sleep 0.6\necho slow\n")
        .tool("failing", "echo broken >&2\nexit " + EXIT_CODE + "\n")
        .tool("late", "{'timeoutSecs':" + TIMEOUT_SECONDS + "}", CHILDREN + "wait\n")
        .tool("large", output(LARGE_BYTES) + output(LARGE_BYTES).trim() + " >&2\n")
        .tool("leaving", DAEMON + "echo left\n")
        .tool("staying", CHILDREN + "wait\n")
        .tool("escaping", DAEMON + SLEEP + "\n")
        .provider("slow", "sleep 0.3\n" + Scripts.FAST)
        .provider("failing", "exit " + EXIT_CODE + "\n")
        .provider("late", TIMEOUT_SECONDS, CHILDREN + "wait\n")
        .provider("staying", CHILDREN + "wait\n")
        .file("resources/note.txt", "a note\n");
  }

  private static String output(int bytes) {
    return "head -c " + bytes + " /dev/zero | tr '\\0' x\n";
  }
}
