package dev.bullpen.project.completion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where values to choose from are. */
public sealed interface CompletionSource {
  /** They are in the declaration. */
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
   * They are the lines of a file.
   *
   * @param path relative to the project
   */
  record Lines(String path) implements CompletionSource {}

  /**
   * They are the names of files or directories below a folder.
   *
   * @param base a folder, relative to the project; empty for the project's roots
   * @param depth 1 for the folder itself, 2 for its folders too, and so on
   */
  record Names(Optional<String> base, Kind kind, int depth) implements CompletionSource {
    /** Folders in each other; deeper ones are hardly found by name. */
    static final int MAX_DEPTH = 32;

    public enum Kind {
      FILES,
      DIRECTORIES,
      BOTH
    }
  }

  /** They are what the declaration of the argument itself offers. */
  record OwnEnum() implements CompletionSource {}

  /** They are the {@code enum} of a property a tool takes. */
  record ToolEnum(String tool, String property) implements CompletionSource {}

  /** They are those of several sources, one after another. */
  record AnyOf(List<CompletionSource> sources) implements CompletionSource {
    public AnyOf {
      sources = List.copyOf(sources);
    }
  }

  /**
   * They follow from another argument.
   *
   * @param argument whose value decides
   * @param table by its value
   * @param other for a value that is not in the table
   * @param unresolved while it has no value
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

  /** Declared values that cannot be had until the project is mended: -32603. */
  final class CompletionSourceException extends Exception {
    private final String detail;

    CompletionSourceException(String detail) {
      super("The values cannot be read; the server's error output says how to mend it");
      this.detail = detail;
    }

    /** For the operator, with paths and the next step. */
    public String detail() {
      return detail;
    }
  }
}
