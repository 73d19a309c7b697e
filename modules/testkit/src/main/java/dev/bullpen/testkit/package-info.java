/**
 * What every black-box test needs besides a client: deadlines, event gates, random marks and
 * chances, percentiles. Runs in the test JVM; {@link dev.bullpen.testkit.Gate} owns one thread per
 * gate. Not shipped.
 */
package dev.bullpen.testkit;
