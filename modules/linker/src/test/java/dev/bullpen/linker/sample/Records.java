package dev.bullpen.linker.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Records with components of every type, and what their methods say. */
public final class Records implements Supplier<List<String>> {
  record All(
      byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int[] a) {}

  record None() {}

  record Generic<T extends Comparable<T>>(T value, List<T> others) {}

  /** One of its methods is its own. */
  record Partly(String text, int number) {
    @Override
    public int hashCode() {
      return number;
    }
  }

  private static final int[] ARRAY = {1};

  private static All all(int i, double d, String t) {
    return new All((byte) -1, (short) -2, 'c', i, 5L << 40, 6.5F, d, true, t, ARRAY);
  }

  @Override
  public List<String> get() {
    List<Object> some = new ArrayList<>();
    some.add(all(1, 2, "t"));
    some.add(all(1, 2, "t"));
    some.add(all(2, 2, "t"));
    some.add(all(1, 0.0, "t"));
    some.add(all(1, -0.0, "t"));
    some.add(all(1, Double.NaN, "t"));
    some.add(all(1, Double.NaN, "t"));
    some.add(all(1, 2, null));
    some.add(all(1, 2, "u"));
    some.add(new None());
    some.add(new None());
    some.add(new Generic<>("a", List.of("b")));
    some.add(new Generic<>("a", List.of("b")));
    some.add(new Generic<>("a", null));
    some.add(new Partly("p", 3));
    some.add(new Partly("q", 3));
    some.add("no record");
    List<String> results = new ArrayList<>();
    for (Object one : some) {
      results.add(one.toString().replaceAll("\\[I@\\w+", "array"));
      if (!one.toString().startsWith("All")) {
        results.add("hash " + one.hashCode());
      }
      StringBuilder equal = new StringBuilder();
      for (Object other : some) {
        equal.append(one.equals(other) ? '=' : '.');
        if (one.equals(other) && one.hashCode() != other.hashCode()) {
          equal.append("but not in hash");
        }
      }
      results.add(equal.append(one.equals(null)).toString());
    }
    results.add(
        "hash " + new All((byte) 1, (short) 2, 'c', 4, 5, 6, 7, false, "t", null).hashCode());
    return results;
  }
}
