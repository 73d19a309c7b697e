/**
 * One GET over HTTPS, bounded in time and size, to a host that the operator's settings allow.
 *
 * <p>Runs in the supervisor; depends on the JDK alone. Each fetch has one thread, "https fetch
 * HOST", because asking a name server cannot be interrupted: whoever waits is released at the
 * deadline or by a cancel, the connection is closed, and the thread ends with it, or when the name
 * server has answered.
 */
package dev.bullpen.remote;
