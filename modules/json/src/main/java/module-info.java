/**
 * Strict, exact JSON in and out, as Jackson trees.
 *
 * <p>Built on the streaming parser and generator only: the object mapper costs a cold start about a
 * tenth of a CPU second, for which no client should have to wait at {@code initialize}.
 */
module dev.bullpen.json {
  requires static org.jspecify;
  requires transitive tools.jackson.databind;

  exports dev.bullpen.json;
}
