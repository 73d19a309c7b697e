package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.Names;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.StrictMembers;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the paths in a source, strictly; what they lead to need not be there. */
final class SourcePathReader {
  private static final String BASE = "base";
  private static final String KIND = "kind";
  private static final String DEPTH = "depth";

  private final Folder root;

  SourcePathReader(Folder root) {
    this.root = root;
  }

  /** A path in the project, relative to it. */
  String inside(JsonNode node, String key) throws EntryException {
    String written = node.stringValue("");
    if (written.isBlank()) {
      throw new EntryException(
          "\"%s\" is not a string with something in it".formatted(key),
          "Give a path relative to the project");
    }
    return root.resolve(written)
        .filter(path -> path.startsWith(root.path()))
        .map(root::relative)
        .orElseThrow(
            () ->
                new EntryException(
                    "\"%s\" is outside the project".formatted(EscapedBytes.of(written)),
                    "Give a path relative to the project"));
  }

  /** The member {@code paths}: {@code {base?, kind?, depth?}}. */
  Names names(JsonNode node) throws EntryException {
    ObjectNode paths =
        CompletionSourceReader.object(
            node, "\"paths\"", "Write {} for the files of the project's roots");
    for (String key : paths.propertyNames()) {
      if (!Set.of(BASE, KIND, DEPTH).contains(key)) {
        throw new EntryException(
            "unknown key \"%s\" in \"paths\"".formatted(EscapedBytes.of(key)),
            "Use only base, kind, depth");
      }
    }
    Optional<JsonNode> base = Members.value(paths, BASE);
    return new Names(
        base.isPresent() ? Optional.of(inside(base.get(), BASE)) : Optional.empty(),
        kind(paths),
        depth(paths));
  }

  private static Names.Kind kind(ObjectNode paths) throws EntryException {
    return StrictMembers.optional(
            paths,
            KIND,
            value -> kind(value.stringValue("")),
            () -> "none of files, directories, both",
            "Write one of them or leave it out")
        .orElse(Names.Kind.FILES);
  }

  private static Optional<Names.Kind> kind(String word) {
    return Arrays.stream(Names.Kind.values())
        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  private static int depth(ObjectNode paths) throws EntryException {
    return StrictMembers.optional(
            paths,
            DEPTH,
            value -> Optional.of(value).filter(SourcePathReader::isDepth).map(JsonNode::intValue),
            () -> "not a whole number from 1 to %d".formatted(Names.MAX_DEPTH),
            "Give one or leave it out")
        .orElse(Names.MAX_DEPTH);
  }

  private static boolean isDepth(JsonNode value) {
    return value.isInt() && value.intValue() >= 1 && value.intValue() <= Names.MAX_DEPTH;
  }
}
