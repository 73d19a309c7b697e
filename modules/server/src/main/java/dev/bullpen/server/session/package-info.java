/**
 * From a line to the handler of its method, and what has been agreed on with the client. Begin with
 * {@link dev.bullpen.server.session.Dispatcher}.
 */
package dev.bullpen.server.session;
