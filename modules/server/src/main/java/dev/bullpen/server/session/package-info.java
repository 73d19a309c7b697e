/**
 * A session: from a message to the handler of its method, whatever transport brings it. Begin with
 * {@link dev.bullpen.server.session.Session}.
 */
package dev.bullpen.server.session;
