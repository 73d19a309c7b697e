package dev.bullpen.bench.http;

import dev.bullpen.testkit.rig.ProjectFixture;
import java.nio.file.Path;

/** The project of ours, whose script all servers start. */
record Site(Path project) {
  static final String PROMPT = "fast";
  static final String TOOL = "hello";

  private static final String PROMPT_META =
      """
      {"name": "fast", "description": "A prompt", "path": "fast.txt",
       "arguments": [{"name": "query"}],
       "completions": {"query": ["retry job", "review logs", "rebuild cache", "restart service"]}}
      """;

  /** Written into an empty folder. */
  static Site lay(Path folder) {
    return new Site(
        ProjectFixture.in(folder)
            .file("prompts/fast.txt", "Prompt.\n")
            .file("prompts/fast.meta.json", PROMPT_META)
            .tool(TOOL, "printf 'Hello\\n'\n")
            .write());
  }

  String script() {
    return project.resolve("tools/" + TOOL + "/tool.sh").toString();
  }
}
