/**
 * The official schemas of all revisions, applied to what went over the wire. Runs in the test JVM;
 * owns no thread.
 */
package dev.bullpen.testkit.schema;
