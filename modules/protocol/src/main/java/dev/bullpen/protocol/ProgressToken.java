package dev.bullpen.protocol;

import dev.bullpen.json.WholeNumber;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The token under which progress of a request is reported.
 *
 * @param json a string or a whole number, as received
 */
public record ProgressToken(JsonNode json) {
  public static Optional<ProgressToken> of(JsonNode json) {
    return json.isString() || WholeNumber.of(json).isPresent()
        ? Optional.of(new ProgressToken(json))
        : Optional.empty();
  }
}
