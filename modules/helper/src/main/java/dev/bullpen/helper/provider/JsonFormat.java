package dev.bullpen.helper.provider;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** How JSON is read and written here: strictly and exactly, as the supervisor does. */
final class JsonFormat {
  /** What the supervisor takes; shallow enough for the stack of a provider's thread. */
  static final int MAX_DEPTH = 256;

  /** Of a number, those of its exponent included; what the supervisor takes as well. */
  static final int MAX_DIGITS = 10_000;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private JsonFormat() {}
}
