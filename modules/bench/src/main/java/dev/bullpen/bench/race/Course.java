package dev.bullpen.bench.race;

import dev.bullpen.testkit.rig.ProjectFixture;
import java.nio.file.Path;

/** The scripts all of them start, and the project they are in. */
record Course(Path project) {
  static final String COMPLETION = "fast";
  static final String TOOL = "hello";

  private static final String COMPLETES =
      "printf '%s\\n' '[\"retry job\",\"review logs\",\"rebuild cache\",\"restart service\"]'\n";
  private static final String SAYS = "printf 'Hello\\n'\n";

  /** Written into an empty folder. */
  static Course lay(Path folder) {
    return new Course(
        ProjectFixture.in(folder).provider(COMPLETION, COMPLETES).tool(TOOL, SAYS).write());
  }

  String completion() {
    return project.resolve("completions/" + COMPLETION + ".sh").toString();
  }

  String tool() {
    return project.resolve("tools/" + TOOL + "/tool.sh").toString();
  }
}
