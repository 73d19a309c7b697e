/** What the command sets for a server, and what it shares with one. */
package dev.bullpen.server;
