/**
 * The client of a session, for those that serve its calls: its principal, what it has agreed to,
 * which folders it allows, and how to ask it. Begin with {@link dev.bullpen.server.client.Client}.
 */
package dev.bullpen.server.client;
