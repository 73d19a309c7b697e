package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.Names;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
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
    Optional<JsonNode> value = Members.value(paths, KIND);
    if (value.isEmpty()) {
      return Names.Kind.FILES;
    }
    for (Names.Kind kind : Names.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(value.get().stringValue(""))) {
        return kind;
      }
    }
    throw new EntryException(
        "\"kind\" is none of files, directories, both", "Write one of them or leave it out");
  }

  private static int depth(ObjectNode paths) throws EntryException {
    Optional<JsonNode> value = Members.value(paths, DEPTH);
    if (value.isEmpty()) {
      return Names.MAX_DEPTH;
    }
    if (value.get().isInt()
        && value.get().intValue() >= 1
        && value.get().intValue() <= Names.MAX_DEPTH) {
      return value.get().intValue();
    }
    throw new EntryException(
        "\"depth\" is not a whole number from 1 to %d".formatted(Names.MAX_DEPTH),
        "Give one or leave it out");
  }
}
