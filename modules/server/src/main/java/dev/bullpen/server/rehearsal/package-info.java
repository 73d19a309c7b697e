/** What a server asks itself in the first quiet moments, so that a client finds it warm. */
package dev.bullpen.server.rehearsal;
