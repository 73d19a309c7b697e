/**
 * A server under test with everything around it: a temporary project, a gate, the observer, a
 * client. Runs in the test JVM; closes what it opens.
 */
package dev.bullpen.testkit.rig;
