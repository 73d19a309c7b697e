package dev.bullpen.project.completion;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import java.util.Collections;
import tools.jackson.databind.node.ObjectNode;

/** Reads what an element of {@code completions} says about who completes: a script, or a source. */
public final class CompleterReader {
  private final CompletionEntryReader scripts;
  private final CompletionSourceReader sources;

  public CompleterReader(Folder root) {
    this.scripts = new CompletionEntryReader(root);
    this.sources = new CompletionSourceReader(root);
  }

  public Completer read(ObjectNode entry, CompletionTarget target) throws EntryException {
    boolean declared = !Collections.disjoint(entry.propertyNames(), CompletionSourceReader.SOURCES);
    if (!declared) {
      return scripts.read(entry, target.name());
    }
    if (entry.has("path")) {
      throw new EntryException(
          "it has both a script and a source", "Leave out \"path\", or all but \"path\"");
    }
    return sources.read(entry, CompletionTargetReader.KEYS);
  }
}
