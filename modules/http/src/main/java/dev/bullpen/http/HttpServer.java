package dev.bullpen.http;

/** Serves many clients over Streamable HTTP. */
public final class HttpServer {
  private HttpServer() {}
}
