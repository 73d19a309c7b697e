/** Streamable HTTP: what clients of both eras are promised over it. */
package dev.bullpen.acceptance.http;
