/**
 * How the cost of a request grows with what it has to do with: tools in the project, jobs before
 * it, the size of an output, helpers kept warm. {@code mvn -B verify -pl modules/bench -am
 * -Dmaven.test.skip=true -Pgrowth} takes some eight minutes, and writes a table into
 * performance.md, and the data into growth/growth.csv, both in docs/maintainer/measurements.
 *
 * <p>Runs in a JVM of its own, beside the packaged servers it starts. One thread asks and measures;
 * {@link dev.bullpen.bench.growth.Server} has another only while many requests are written at once.
 */
package dev.bullpen.bench.growth;
