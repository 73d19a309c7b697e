/**
 * Requests that a server makes of itself in the first quiet moments, so that it is warm for a
 * client.
 */
package dev.bullpen.server.rehearsal;
