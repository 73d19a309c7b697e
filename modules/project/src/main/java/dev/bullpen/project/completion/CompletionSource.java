package dev.bullpen.project.completion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where values to choose from are. */
public sealed interface CompletionSource {
  /** They are in the declaration. Prepared for matching when they are first searched. */
  final class Values implements CompletionSource {
    public static final Values NONE = new Values(List.of());

    private final List<String> values;
    private volatile @Nullable MatchIndex index;

    private Values(List<String> values) {
      this.values = values;
    }

    public static Values of(List<String> values) {
      return values.isEmpty() ? NONE : new Values(List.copyOf(values));
    }

    public List<String> values() {
      return values;
    }

    /** The same, to be matched; two threads that come first both prepare it, to the same effect. */
    MatchIndex index() {
      MatchIndex held = index;
      if (held == null) {
        held = MatchIndex.of(values);
        index = held;
      }
      return held;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Values that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
      return values.hashCode();
    }

    @Override
    public String toString() {
      return values.toString();
    }
  }

  /**
   * They are the lines of a file.
   *
   * @param path relative to the project
   */
  record Lines(String path) implements CompletionSource {}

  /**
   * They are the names of files or directories, relative to where they are looked for.
   *
   * @param base a folder, relative to the project; empty for the project's roots
   * @param kind what is offered
   * @param depth 1 for what is in the folder itself, 2 for what is in its folders too, and so on
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
