/**
 * What the operator reads on standard error, or in a file. Begin with {@link
 * dev.bullpen.server.log.StderrLoggers}.
 */
package dev.bullpen.server.log;
