/**
 * Between a running script and its client: progress, log lines, and what the script asks. Begin
 * with {@link dev.bullpen.server.asking.Asking}.
 */
package dev.bullpen.server.asking;
