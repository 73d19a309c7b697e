/**
 * A helper that misbehaves on demand. {@link dev.bullpen.testkit.faulty.FaultyHelper} is the main
 * class of a JVM of its own, started by the supervisor in place of a real helper; {@link
 * dev.bullpen.testkit.faulty.FaultyProgram} writes the program to be started, in the test JVM.
 */
package dev.bullpen.testkit.faulty;
