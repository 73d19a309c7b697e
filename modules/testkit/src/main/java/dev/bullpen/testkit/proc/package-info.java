/**
 * What {@code /proc} says about processes (proc(5)). Runs in the test JVM and in the observer's;
 * owns no thread; depends on nothing but the JDK, so that the observer starts with the class path
 * of this module alone.
 */
package dev.bullpen.testkit.proc;
