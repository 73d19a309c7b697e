/**
 * Everything here runs in a helper JVM. No Jackson, no logging library: a helper starts often and
 * should start fast.
 *
 * <p>One thread, "main", owns all of it: it waits in one poll for frames from the supervisor, the
 * script's output and the script's end, so nothing here is shared and nothing needs a lock.
 */
package dev.bullpen.helper;
