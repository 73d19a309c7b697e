/**
 * Values held against JSON Schema, 2020-12 and draft-07.
 *
 * <p>Most schemas of tools say little more than which members there are and of which type. Those
 * are checked here; only one that says more loads the validator library, which takes as long as
 * answering a hundred requests.
 */
module dev.bullpen.schema {
  requires transitive dev.bullpen.json;
  requires com.networknt.schema;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.bullpen.schema;

  provides org.slf4j.spi.SLF4JServiceProvider with
      dev.bullpen.schema.logging.SilentLogging;
}
