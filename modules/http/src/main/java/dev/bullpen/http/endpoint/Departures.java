package dev.bullpen.http.endpoint;

import org.eclipse.jetty.server.Request;

/** Tells when a client has gone whose request is still being served. */
public interface Departures {
  /**
   * Do something when the client of a request has gone; not if the request is over before.
   *
   * @param action quick, run once, on any thread
   */
  void whenGone(Request request, Runnable action);
}
