package dev.bullpen.project.uri;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the values of a template's variables from what each expression stands for. */
final class UriTemplateValues {
  private final Map<String, String> values = new LinkedHashMap<>();

  private UriTemplateValues() {}

  /**
   * Gather them.
   *
   * @param texts of the expressions, in the same order
   */
  static Optional<Map<String, String>> of(List<UriExpression> expressions, List<String> texts) {
    UriTemplateValues gathered = new UriTemplateValues();
    for (int i = 0; i < texts.size(); i++) {
      for (UriExpressionValue value : UriExpressionValue.split(expressions.get(i), texts.get(i))) {
        Optional<String> decoded = value.decoded();
        if (decoded.isEmpty() || !gathered.agrees(value.name(), decoded.get())) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(gathered.values);
  }

  /**
   * Add a value, unless the variable has another already. One may be the beginning of the other, as
   * {@code {name:1}/{name}} makes it; then the longer one is the value.
   */
  private boolean agrees(String name, String value) {
    String known = values.putIfAbsent(name, value);
    if (known == null || known.startsWith(value)) {
      return true;
    }
    values.put(name, value);
    return value.startsWith(known);
  }
}
