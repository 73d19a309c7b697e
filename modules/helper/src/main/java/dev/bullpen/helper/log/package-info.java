/**
 * A helper's own lines in the server's log.
 *
 * <p>Runs in the helper JVM; it stands on nothing else of it.
 */
package dev.bullpen.helper.log;
