/**
 * Load for minutes or hours, and whether the server stays what it was: {@code mvn -B verify -pl
 * modules/bench -am -Dmaven.test.skip=true -Psoak -Dbullpen.soak.seconds=600}, with {@code
 * -Dbullpen.seed=N} to repeat the chances of an earlier run. The build fails if the server is not
 * what it should be; what was measured is printed either way.
 *
 * <p>Runs in a JVM of its own, beside the packaged server it starts; {@link
 * dev.bullpen.bench.soak.Load} has the main thread and all state, what the server says is brought
 * by the reader of the testkit's client.
 */
package dev.bullpen.bench.soak;
