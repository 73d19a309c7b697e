package dev.bullpen.project.completion;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import java.util.Collections;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Reads what an element of {@code completions} says about who completes: a script, or a source. */
public final class CompleterReader {
  private final CompletionEntryReader scripts;
  private final CompletionSourceReader sources;

  public CompleterReader(Folder root) {
    this.scripts = new CompletionEntryReader(root);
    this.sources = new CompletionSourceReader(root);
  }

  /**
   * Read it.
   *
   * @param problems told what of a script's entry is passed over
   */
  public Completer read(ObjectNode entry, CompletionTarget target, Consumer<String> problems)
      throws EntryException {
    boolean declared = !Collections.disjoint(entry.propertyNames(), CompletionSourceReader.SOURCES);
    if (!declared) {
      return scripts.read(entry, target.name(), problems);
    }
    if (entry.has("path")) {
      throw new EntryException(
          "it has both a script and a source", "Leave out \"path\", or all but \"path\"");
    }
    return sources.read(entry, CompletionTargetReader.KEYS);
  }
}
