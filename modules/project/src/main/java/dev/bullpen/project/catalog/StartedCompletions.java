package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionEntry;
import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.script.ScriptCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds registered completion scripts that cannot be started. */
final class StartedCompletions {
  private final Layout layout;
  private final List<CompletionEntry> scripts;

  StartedCompletions(Layout layout, CompletionTable completions) {
    this.layout = layout;
    this.scripts = completions.scripts();
  }

  /** Say why, a sentence each. */
  void report(Consumer<String> problems) {
    for (CompletionEntry entry : scripts) {
      Optional<Path> script = layout.root().resolve(entry.script());
      script.flatMap(ScriptCommand::objection).ifPresent(problems);
    }
  }
}
