package dev.bullpen.protocol;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What progress on a request is to be reported under, given back with the type and value it came
 * with.
 *
 * @param json a string or an integer
 */
public record ProgressToken(JsonNode json) {
  /** The token a JSON value is, if it can be one. */
  public static Optional<ProgressToken> of(JsonNode json) {
    return json.isString() || json.isIntegralNumber()
        ? Optional.of(new ProgressToken(json))
        : Optional.empty();
  }
}
