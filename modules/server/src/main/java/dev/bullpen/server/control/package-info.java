/**
 * The control socket: what {@code launcher status} and {@code launcher logs} ask a running server.
 * It only reads. See docs/decisions/0049-control-socket.md.
 */
package dev.bullpen.server.control;
