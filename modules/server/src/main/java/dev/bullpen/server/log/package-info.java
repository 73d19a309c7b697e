/**
 * What the operator reads on standard error. Begin with {@link dev.bullpen.server.log.StderrLog}.
 */
package dev.bullpen.server.log;
