package dev.bullpen.project.completion;

import java.util.List;

/** Values somebody wrote down, ready to be matched from the first time on that they are asked. */
public final class ValueList {
  public static final ValueList NONE = new ValueList(List.of());

  private final List<String> values;
  private final int hash;
  private volatile MatchIndex index;

  private ValueList(List<String> values) {
    this.values = values;
    this.hash = values.hashCode();
  }

  /** Values in their order. */
  public static ValueList of(List<String> values) {
    return values.isEmpty() ? NONE : new ValueList(List.copyOf(values));
  }

  /** As they were written. */
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
    return this == other
        || other instanceof ValueList that && hash == that.hash && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
