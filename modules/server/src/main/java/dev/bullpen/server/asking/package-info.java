/**
 * Between a running script and its client: progress, log lines and questions. Begin with {@link
 * dev.bullpen.server.asking.Asking}.
 */
package dev.bullpen.server.asking;
