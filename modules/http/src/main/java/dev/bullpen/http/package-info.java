/** The HTTP server: what is asked of it on the command line, its start and its end. */
package dev.bullpen.http;
