/** Answers as they go out: one JSON document, or a stream of events that can be resumed. */
package dev.bullpen.http.stream;
