/** Validates values against JSON Schema, 2020-12, 2019-09 and draft-07. */
module dev.bullpen.schema {
  requires transitive dev.bullpen.json;
  requires com.networknt.schema;
  requires static org.jspecify;
  requires org.slf4j;

  exports dev.bullpen.schema;

  provides org.slf4j.spi.SLF4JServiceProvider with
      dev.bullpen.schema.logging.SilentLogging;
}
