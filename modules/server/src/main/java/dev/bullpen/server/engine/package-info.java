/**
 * Runs in the supervisor. {@link dev.bullpen.server.engine.Engine} is what all clients share. A
 * request's way: a transport such as {@code stdio.ReadLoop} → {@code session.Session} → {@code
 * session.Dispatcher} → a {@code call.Handler} → {@link dev.bullpen.pool.HelperPool}, and back
 * through {@code call.Call} to the messages of its client.
 *
 * <p>Threads: "stdin reader", which reads and dispatches and never waits for a script; "tool call",
 * "short call", "project file", "host" and "poll", on which calls wait for jobs; "project reader",
 * which reads the project's files; "held requests" while a client does not read its answers;
 * "server timer"; "stderr writer".
 */
package dev.bullpen.server.engine;
