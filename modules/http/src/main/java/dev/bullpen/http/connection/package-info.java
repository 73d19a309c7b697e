/**
 * Connections: listening, limits for slow or hostile clients, and noticing that a client has gone.
 * Start with {@link dev.bullpen.http.connection.Connections}. Depends on Jetty, and on nothing of
 * MCP except the form of an error.
 */
package dev.bullpen.http.connection;
