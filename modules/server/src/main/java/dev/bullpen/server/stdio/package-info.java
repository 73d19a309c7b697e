/**
 * The transport of a client on standard input and output. Begin with {@link
 * dev.bullpen.server.stdio.StdioServer}.
 */
package dev.bullpen.server.stdio;
