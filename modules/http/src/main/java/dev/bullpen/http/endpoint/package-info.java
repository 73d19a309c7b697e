/** The endpoint {@code /mcp}: both eras of the protocol side by side, over HTTP. */
package dev.bullpen.http.endpoint;
