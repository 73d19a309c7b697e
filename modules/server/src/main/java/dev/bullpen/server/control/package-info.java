/**
 * The control socket, which {@code launcher status} and {@code launcher logs} ask. It only reports.
 * See docs/decisions/0049-control-socket.md.
 */
package dev.bullpen.server.control;
