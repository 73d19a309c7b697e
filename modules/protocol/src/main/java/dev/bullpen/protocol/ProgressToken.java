package dev.bullpen.protocol;

import dev.bullpen.json.WholeNumber;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What progress on a request is to be reported under, given back with the type and value it came
 * with.
 *
 * @param json a string or a whole number
 */
public record ProgressToken(JsonNode json) {
  public static Optional<ProgressToken> of(JsonNode json) {
    return json.isString() || WholeNumber.of(json).isPresent()
        ? Optional.of(new ProgressToken(json))
        : Optional.empty();
  }
}
