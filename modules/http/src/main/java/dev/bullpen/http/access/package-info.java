/**
 * Access control: hosts, origins and tokens, and what a token's principal may use. Runs in the
 * supervisor, on the thread of the request, before its body is read. Depends on nothing of MCP, and
 * has no threads. A transport calls {@link dev.bullpen.http.access.Access}.
 */
package dev.bullpen.http.access;
