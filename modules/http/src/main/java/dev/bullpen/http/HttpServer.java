package dev.bullpen.http;

import dev.bullpen.http.endpoint.McpEndpoint;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.engine.Engine;
import dev.bullpen.server.log.StderrLoggers;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves many clients over Streamable HTTP, until it is told to end. */
public final class HttpServer {
  private static final Logger LOG = System.getLogger("bullpen.http");

  /** What the log needs, which may be all that says why this process ends. */
  private static final Duration LAST_LINES = Duration.ofMillis(100);

  private static final String TOLD_TO_END =
      "The server was told to end before this call had finished, so it was stopped";

  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final Engine engine;
  private final Server server;

  private HttpServer(ServeOptions options, HttpOptions http) throws IOException, ProjectException {
    engine = new Engine(options);
    QueuedThreadPool threads = new QueuedThreadPool(32, 4);
    threads.setDaemon(true);
    server = new Server(threads);
    HttpConfiguration config = new HttpConfiguration();
    config.setSendServerVersion(false);
    config.setSendDateHeader(false);
    for (String address : http.listen()) {
      ServerConnector connector =
          new ServerConnector(
              server,
              1,
              1,
              new HttpConnectionFactory(config),
              new HTTP2CServerConnectionFactory(config));
      connector.setHost(address.substring(0, address.lastIndexOf(':')));
      connector.setPort(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
      server.addConnector(connector);
    }
    McpEndpoint endpoint =
        new McpEndpoint(engine, threads, options.limits().lineBytes(), http.hasSessions());
    server.setHandler(endpoint);
    endpoint.begin();
  }

  /**
   * Serve until a signal comes; then end everything that was started.
   *
   * @throws ProjectException if the project cannot be served as it is set up
   * @return the exit code: 0 after an orderly end
   */
  public static int serve(ServeOptions options, HttpOptions http) throws ProjectException {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> LOG.log(Level.ERROR, "a defect in thread " + thread.getName(), e));
    try {
      HttpServer server = new HttpServer(options, http);
      Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "shutdown"));
      try {
        return server.run() ? 0 : 1;
      } finally {
        server.closed.complete(null); // the hook waits for it, whatever has been thrown
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot serve: " + e.getMessage());
      return 1;
    } finally {
      StderrLoggers.awaitWritten(LAST_LINES);
    }
  }

  private boolean run() {
    try {
      server.start();
    } catch (Exception e) { // whatever Jetty throws
      LOG.log(Level.ERROR, "cannot serve: " + e.getMessage());
      return false;
    }
    engine.begin();
    LOG.log(Level.INFO, "serving " + server.getURI());
    end.join();
    boolean clean = engine.close(TOLD_TO_END);
    try {
      server.stop();
    } catch (Exception e) {
      LOG.log(Level.WARNING, "the HTTP server did not end in order: " + e.getMessage());
    }
    return clean;
  }

  /** A signal came, or the process ends for another reason: see to it that nothing is left. */
  private void stop() {
    end.complete(null);
    closed.join();
    StderrLoggers.awaitWritten(LAST_LINES);
  }
}
