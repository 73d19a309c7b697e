/**
 * The protocol's official conformance suite, run against the packaged server. Its fixtures are the
 * project in {@code src/test/resources/conformance}; node and npm run it.
 */
package dev.bullpen.acceptance.conformance;
