package dev.bullpen.schema;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** A compiled schema: immutable, for any number of threads. */
interface Check {
  /** What is wrong with {@code value}, in document order. */
  List<Violation> check(JsonNode value) throws SchemaException;
}
