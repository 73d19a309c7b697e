package dev.bullpen.project.uri;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Gathers the values of a template's variables from what each expression stands for. */
final class UriTemplateValues {
  private final Map<String, String> values = new LinkedHashMap<>();

  private UriTemplateValues() {}

  /**
   * Gathers them without their escapes; empty if one is not UTF-8.
   *
   * @param texts of the expressions, in the same order
   */
  static Optional<Map<String, String>> decoded(
      List<UriExpression> expressions, List<String> texts) {
    return of(expressions, texts, UriExpressionValue::decoded);
  }

  /** Gathers them as they stand in the URI. */
  static Optional<Map<String, String>> asWritten(
      List<UriExpression> expressions, List<String> texts) {
    return of(expressions, texts, value -> Optional.of(value.text()));
  }

  private static Optional<Map<String, String>> of(
      List<UriExpression> expressions,
      List<String> texts,
      Function<UriExpressionValue, Optional<String>> reading) {
    UriTemplateValues gathered = new UriTemplateValues();
    for (int i = 0; i < texts.size(); i++) {
      for (UriExpressionValue value : UriExpressionValue.split(expressions.get(i), texts.get(i))) {
        Optional<String> read = reading.apply(value);
        if (read.isEmpty() || !gathered.putIfAgreeing(value.name(), read.get())) {
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
  private boolean putIfAgreeing(String name, String value) {
    String known = values.putIfAbsent(name, value);
    if (known == null || known.startsWith(value)) {
      return true;
    }
    values.put(name, value);
    return value.startsWith(known);
  }
}
