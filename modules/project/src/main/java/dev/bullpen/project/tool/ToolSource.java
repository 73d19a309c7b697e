package dev.bullpen.project.tool;

import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool is made from.
 *
 * @param path of the script as the project names it, relative to the tools folder where it can be
 * @param script the same, absolute
 * @param metadata as written by the project, an empty object when there is none
 * @param folder what paths in the metadata are relative to
 * @param where the metadata is, for messages; the script itself when there is none
 * @param hasInterface whether a folder {@code ui} beside the script holds an interface
 */
public record ToolSource(
    String path,
    Path script,
    ObjectNode metadata,
    Path folder,
    String where,
    boolean hasInterface) {
  /** The metadata's name, else the file name without its last extension. */
  String name() {
    return Members.text(metadata, "name").orElseGet(() -> FoundFile.stem(FoundFile.fileName(path)));
  }
}
