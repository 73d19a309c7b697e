/**
 * Who may: hosts, origins and tokens, and what a token's principal may use. Runs in the supervisor,
 * before a request's body is read, on the thread that asks. It depends on nothing of MCP, and has
 * no threads; {@link dev.bullpen.http.access.Access} is where a transport begins.
 */
package dev.bullpen.http.access;
