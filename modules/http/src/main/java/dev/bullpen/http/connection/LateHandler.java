package dev.bullpen.http.connection;

import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Delegates to a handler that is set later. Requests that come before wait for it. */
public final class LateHandler extends Handler.Abstract {
  private final CompletableFuture<Handler> handler = new CompletableFuture<>();

  public void become(Handler other) {
    handler.complete(other);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return handler.join().handle(request, response, callback);
  }
}
