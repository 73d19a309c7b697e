/** Connections: what is listened on, their limits, and when a client has gone. */
package dev.bullpen.http.connection;
