package dev.bullpen.project.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Named values as variables of their own, so that a script needs no JSON for them.
 *
 * <p>A variable is called by a prefix and the name with {@code a-z} in upper case and every
 * character that is not a letter of ASCII, a digit or an underscore replaced by an underscore.
 * Names that become the same, and an empty one, are left to the JSON: a wrong value is worse than
 * none.
 */
public final class PlainVariables {
  private final String prefix;
  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Set<String> clashing = new HashSet<>();

  public PlainVariables(String prefix) {
    this.prefix = prefix;
  }

  /** Add a value. */
  public void put(String name, String value) {
    put(name, Optional.of(value));
  }

  /** Take a name that has no value a variable could hold, so that no other name passes for it. */
  void reserve(String name) {
    put(name, Optional.empty());
  }

  /** The variables of the names that clash with no other. */
  public Map<String, String> toMap() {
    Map<String, String> variables = new TreeMap<>(values);
    variables.keySet().removeAll(clashing);
    return variables;
  }

  private void put(String name, Optional<String> value) {
    if (name.isEmpty()) {
      return;
    }
    String variable = variable(name);
    if (!name.equals(names.computeIfAbsent(variable, first -> name))) {
      clashing.add(variable);
    }
    value.ifPresent(text -> values.put(variable, text));
  }

  private String variable(String name) {
    StringBuilder variable = new StringBuilder(prefix);
    name.codePoints().forEach(c -> variable.append(mapped(c)));
    return variable.toString();
  }

  private static char mapped(int c) {
    if (c >= 'a' && c <= 'z') {
      return (char) (c - 'a' + 'A');
    }
    return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ? (char) c : '_';
  }
}
