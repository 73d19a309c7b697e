/**
 * Servers over HTTP that do the same work, side by side and in turns: how fast they answer, what
 * they do at the same time, what sessions and streams that are open take of memory, and what a new
 * client waits for. Run by hand; never shipped.
 */
package dev.bullpen.bench.http;
