/**
 * A request while it is being answered, and what all handlers share. Begin with {@link
 * dev.bullpen.server.call.Call}.
 */
package dev.bullpen.server.call;
