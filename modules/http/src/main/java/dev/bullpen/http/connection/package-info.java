/**
 * Connections: where they come in, what a slow or rude client may do, and when a client has gone.
 * Begin with {@link dev.bullpen.http.connection.Connections}. Depends on Jetty; knows nothing of
 * MCP but how an error looks.
 */
package dev.bullpen.http.connection;
