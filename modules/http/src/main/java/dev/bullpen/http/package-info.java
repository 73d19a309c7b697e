/** The HTTP server: its options, start and end. */
package dev.bullpen.http;
