package dev.bullpen.project.completion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source of values to choose from. */
public sealed interface CompletionSource {
  /** Values in the declaration itself. */
  record Values(List<String> values) implements CompletionSource {
    public static final Values NONE = new Values(List.of());

    public Values {
      values = List.copyOf(values);
    }

    public static Values of(List<String> values) {
      return values.isEmpty() ? NONE : new Values(values);
    }
  }

  /**
   * The lines of a file.
   *
   * @param path relative to the project
   */
  record Lines(String path) implements CompletionSource {}

  /**
   * The names of files or folders below a folder.
   *
   * @param base a folder, relative to the project; empty for the project's roots
   * @param depth 1 for the folder itself, 2 to include its subfolders, and so on
   */
  record Names(Optional<String> base, Kind kind, int depth) implements CompletionSource {
    /** The deepest nesting of folders; deeper ones are hardly found by name. */
    static final int MAX_DEPTH = 32;

    public enum Kind {
      FILES,
      DIRECTORIES,
      BOTH
    }
  }

  /** The values in the argument's own declaration. */
  record OwnEnum() implements CompletionSource {}

  /** The {@code enum} of a tool's property. */
  record ToolEnum(String tool, String property) implements CompletionSource {}

  /** The values of several sources, one after another. */
  record AnyOf(List<CompletionSource> sources) implements CompletionSource {
    public AnyOf {
      sources = List.copyOf(sources);
    }
  }

  /**
   * Values that depend on another argument.
   *
   * @param argument the other argument
   * @param table sources by the value of that argument
   * @param other for a value that is not in the table
   * @param unresolved used while that argument has no value
   */
  record ByContext(
      String argument,
      Map<String, CompletionSource> table,
      CompletionSource other,
      CompletionSource unresolved)
      implements CompletionSource {
    public ByContext {
      table = Collections.unmodifiableMap(new LinkedHashMap<>(table));
    }

    public CompletionSource of(Map<String, String> context) {
      String value = context.get(argument);
      return value == null ? unresolved : table.getOrDefault(value, other);
    }
  }
}
