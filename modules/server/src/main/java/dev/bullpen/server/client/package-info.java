/**
 * The client of a session, as those who serve its calls see it: who it is, what it has agreed to,
 * which folders it allows, and how to ask it something. Begin with {@link
 * dev.bullpen.server.client.Client}.
 */
package dev.bullpen.server.client;
