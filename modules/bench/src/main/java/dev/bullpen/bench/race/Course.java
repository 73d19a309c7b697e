package dev.bullpen.bench.race;

import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.nio.file.Path;

/** The scripts all of them start, and the project they are in. */
record Course(Path project) {
  static final String COMPLETION = "fast";
  static final String TOOL = "hello";

  /** The same scripts once more, for shells that are held ready. */
  static final String WARM_COMPLETION = "warm-fast";

  static final String WARM_TOOL = "warm-hello";

  private static final String COMPLETES =
      "printf '%s\\n' '[\"retry job\",\"review logs\",\"rebuild cache\",\"restart service\"]'\n";
  private static final String SAYS = "printf 'Hello\\n'\n";

  /** Written into an empty folder. */
  static Course lay(Path folder) {
    return new Course(
        ProjectFixture.in(folder)
            .provider(COMPLETION, COMPLETES)
            .tool(TOOL, SAYS)
            .prompt(WARM_COMPLETION, "query")
            .script("completions/warm.sh", COMPLETES)
            .entry(
                "completions",
                Messages.json(
                    "{'name':'%s','path':'completions/warm.sh','warm':true}", WARM_COMPLETION))
            .tool(WARM_TOOL, "{'warm':true}", SAYS)
            .write());
  }

  String completion() {
    return project.resolve("completions/" + COMPLETION + ".sh").toString();
  }

  String tool() {
    return project.resolve("tools/" + TOOL + "/tool.sh").toString();
  }
}
