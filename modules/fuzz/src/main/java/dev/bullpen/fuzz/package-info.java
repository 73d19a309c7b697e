/**
 * Random input that can be repeated. Runs in the test JVM; {@link dev.bullpen.fuzz.Fuzz} owns one
 * thread for each test. Depends on nothing, so that every module's tests can use it.
 */
package dev.bullpen.fuzz;
