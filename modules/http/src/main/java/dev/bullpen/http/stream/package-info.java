/** Answers as they are sent: one JSON document, or an event stream that can be resumed. */
package dev.bullpen.http.stream;
