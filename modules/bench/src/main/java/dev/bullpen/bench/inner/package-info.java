/**
 * What the product's inner pieces cost one by one, without a client and without helpers: JMH
 * measures them (the benchmarks are in {@code src/jmh}, and compiled only to be run), and what it
 * says becomes a table.
 */
package dev.bullpen.bench.inner;
