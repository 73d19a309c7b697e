package dev.bullpen.linker.sample;

import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;

/** A call site of a kind that is left to the JVM: a lambda that can be serialized. */
public final class Untouched implements Supplier<List<String>> {
  @Override
  public List<String> get() {
    Supplier<String> one = (Supplier<String> & Serializable) () -> "as it was";
    return List.of(one.get());
  }
}
