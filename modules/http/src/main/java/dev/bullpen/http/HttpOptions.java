package dev.bullpen.http;

import java.time.Duration;
import java.util.List;

/**
 * How to serve over HTTP.
 *
 * @param listen addresses, as they stand on the command line
 * @param hasSessions whether legacy clients get sessions
 * @param drain how long calls may run on after the server has been told to end
 */
public record HttpOptions(List<String> listen, boolean hasSessions, Duration drain) {
  public HttpOptions {
    listen = List.copyOf(listen);
  }
}
