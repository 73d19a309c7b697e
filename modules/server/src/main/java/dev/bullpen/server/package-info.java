/**
 * Runs in the supervisor. A request's way: {@code ReadLoop} → {@code HeldRequests} → {@code
 * Dispatcher} → a {@code Handler} → {@link dev.bullpen.pool.HelperPool}, and back through {@code
 * Call} to the stdout writer. Read {@link dev.bullpen.server.Supervisor} first.
 *
 * <p>Threads: "stdin reader", which reads and dispatches and never waits for a script; "project
 * reader", which reads the project's files; "held requests" while a client does not read its
 * answers; "stderr writer". Answers of scripts are finished on the threads of the pool.
 */
package dev.bullpen.server;
