package dev.bullpen.http.connection;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * Listens, speaks HTTP/1.1 and HTTP/2, and passes each request to one handler. TCP connections use
 * clear text or TLS, Unix sockets always clear text.
 *
 * <p>Threads: a bounded pool, named "http", runs the handler. So the handler must not wait for
 * other requests.
 */
public final class Connections {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private static final ConnectionFactory[] FACTORIES = {};

  private static final int MOST_THREADS = 32;
  private static final int LEAST_THREADS = 8;

  /** A thread that blocks in accept. Without one, Jetty goes on accepting while it shuts down. */
  private static final int ACCEPTORS = 1;

  private static final int SELECTORS = 1;

  /**
   * The backlog: how many may connect at once before the next has to try again. The kernel may
   * allow fewer.
   */
  private static final int WAITING = 1024;

  /** Of one connection of HTTP/2 at a time. RFC 9113, section 6.5.2, advises not to allow fewer. */
  private static final int STREAMS = 100;

  /** How many bytes of unused buffers are kept, on the heap and off it. */
  private static final long KEPT_BUFFER_BYTES = 4L * 1024 * 1024;

  private static final int CHECK_SECONDS = 1;

  /**
   * Jetty removes the socket file at the end. The file of an inherited socket belongs to the
   * process that made it.
   */
  private static final Path NO_FILE = Path.of("/no/file/to/remove");

  private final QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
  private final ConnectionLimits limits;
  private final SlowBodies bodies;
  private final OpenStreams streams;
  private final Optional<TlsContext> tls;
  private final Server server;
  private final NetworkConnectionLimit inAll;
  private final HttpConfiguration config = new HttpConfiguration();
  private final WatchedHttp1 http1;
  private final WatchedHttp1 unixHttp1;
  private final List<InheritedSocket> inherited = new ArrayList<>();

  /**
   * Does not listen before {@link #open}.
   *
   * @param tls certificate and key; clear text if empty
   * @throws IOException with a sentence for the user if TLS cannot use them
   */
  public Connections(ConnectionLimits limits, Optional<TlsFiles> tls) throws IOException {
    this.limits = limits;
    this.bodies = new SlowBodies(limits);
    this.streams = new OpenStreams(limits);
    this.tls = tls.isPresent() ? Optional.of(new TlsContext(tls.get())) : Optional.empty();
    threads.setName("http");
    threads.setDaemon(true);
    server =
        new Server(
            threads,
            new ScheduledExecutorScheduler("http timer", true),
            new ArrayByteBufferPool(-1, -1, -1, -1, KEPT_BUFFER_BYTES, KEPT_BUFFER_BYTES));
    server.setErrorHandler(new JsonErrors(streams));
    inAll = new NetworkConnectionLimit(limits.connections(), server);
    config.setHttpCompliance(HttpCompliance.STRICT);
    config.setRequestHeaderSize(ConnectionLimits.HEAD_BYTES);
    config.setSendServerVersion(false);
    config.setIdleTimeout(limits.stall().toMillis()); // applies during a request
    http1 = new WatchedHttp1(config);
    HttpConfiguration unixConfig = new HttpConfiguration(config);
    // A request without a host, as at the start of HTTP/2, gets the listener's. A path is not a
    // host.
    unixConfig.setServerAuthority(new HostPort("localhost"));
    unixHttp1 = new WatchedHttp1(unixConfig);
  }

  /** Report the statuses of all answers from now on, including those of the server library. */
  public void observe(IntConsumer statuses) {
    server.setRequestLog((request, response) -> statuses.accept(response.getStatus()));
  }

  /** Runs short tasks on the threads that serve requests. */
  public Executor executor() {
    return new LaterExecutor(threads);
  }

  /**
   * Listen. May be called once.
   *
   * @return the bound listeners in the same order, with actual ports in place of 0
   * @throws IOException with a sentence for the user if one cannot be bound; then none is
   */
  public List<Listener> open(List<Listener> listeners, Handler handler) throws IOException {
    server.setHandler(new Draining(new FrontDoor(handler, bodies, streams)));
    List<Listener> open = new ArrayList<>();
    try {
      server.start();
      AddressLimit perAddress = new AddressLimit(limits.connectionsPerAddress());
      for (Listener listener : listeners) {
        open.add(open(listener, perAddress));
      }
      server.addBean(inAll);
      inAll.start(); // needs the connectors
    } catch (Exception e) { // Jetty declares no other
      close(Duration.ZERO);
      throw e instanceof IOException known ? known : new IOException(e.getMessage(), e);
    }
    checkLater();
    return open;
  }

  /** Schedule the checks for which there is no event. */
  private void checkLater() {
    server
        .getScheduler()
        .schedule(() -> threads.execute(this::check), CHECK_SECONDS, TimeUnit.SECONDS);
  }

  private void check() {
    try {
      long now = System.nanoTime();
      http1.closeHeadsSince(now - limits.head().toNanos());
      unixHttp1.closeHeadsSince(now - limits.head().toNanos());
      bodies.cutOff(now);
      closeSlowHandshakes();
      tls.ifPresent(TlsContext::check);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in checking connections", e);
    } finally {
      checkLater();
    }
  }

  /** Close connections whose TLS handshake takes longer than a head may. */
  private void closeSlowHandshakes() {
    long before = System.currentTimeMillis() - limits.head().toMillis();
    for (Connector connector : server.getConnectors()) {
      connector.getConnectedEndPoints().stream()
          .filter(endPoint -> isInHandshake(endPoint) && endPoint.getCreatedTimeStamp() < before)
          .forEach(EndPoint::close);
    }
  }

  private static boolean isInHandshake(EndPoint endPoint) {
    return endPoint.getConnection() instanceof SslConnection tls
        && tls.getSslEndPoint().getConnection() instanceof NegotiatingServerConnection;
  }

  private Listener open(Listener listener, AddressLimit perAddress) throws IOException {
    try {
      if (listener instanceof Listener.Inherited given) {
        inherited.add(given.socket());
        return open(given, perAddress);
      }
      return listener instanceof Listener.Unix unix
          ? open(unix)
          : open((Listener.Tcp) listener, perAddress);
    } catch (Exception e) { // Jetty declares no other
      throw new IOException("Cannot listen on %s: %s".formatted(listener, why(e)), e);
    }
  }

  private static String why(Throwable failure) {
    if (failure instanceof UnresolvedAddressException || failure instanceof UnknownHostException) {
      return "this host is not known";
    }
    if (failure instanceof BindException) {
      return failure.getMessage() + ". End what uses it, or listen on another address";
    }
    return failure.getCause() == null ? failure.toString() : why(failure.getCause());
  }

  private Listener open(Listener.Tcp tcp, AddressLimit perAddress) throws Exception {
    ServerConnector connector = connector(perAddress);
    connector.setHost(tcp.host());
    connector.setPort(tcp.port());
    begin(connector);
    return new Listener.Tcp(tcp.host(), connector.getLocalPort());
  }

  private ServerConnector connector(AddressLimit perAddress) {
    ServerConnector connector =
        new ServerConnector(
            server,
            ACCEPTORS,
            SELECTORS,
            tls.map(this::encrypted).orElseGet(() -> clear(http1)).toArray(FACTORIES));
    connector.setAcceptQueueSize(WAITING);
    connector.addBean(perAddress);
    return connector;
  }

  private Listener open(Listener.Inherited given, AddressLimit perAddress) throws Exception {
    if (given.place() instanceof Listener.Unix) {
      UnixDomainServerConnector connector = unixConnector();
      connector.setInheritChannel(true); // a process has only one
      connector.setUnixDomainPath(NO_FILE);
      begin(connector);
    } else {
      ServerConnector connector = connector(perAddress);
      connector.open(given.socket().channel());
      begin(connector);
    }
    return given.place();
  }

  private UnixDomainServerConnector unixConnector() {
    return new UnixDomainServerConnector(
        server, ACCEPTORS, SELECTORS, clear(unixHttp1).toArray(FACTORIES));
  }

  private Listener open(Listener.Unix unix) throws Exception {
    SocketFile file = new SocketFile(unix.path());
    file.prepare();
    UnixDomainServerConnector connector = unixConnector();
    connector.setUnixDomainPath(unix.path());
    connector.setAcceptQueueSize(WAITING);
    begin(connector);
    file.protect();
    return unix;
  }

  private void begin(AbstractConnector connector) throws Exception {
    connector.addBean(inAll, false); // a started connector accepts none
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.start();
    server.addConnector(connector);
  }

  private static List<ConnectionFactory> clear(WatchedHttp1 http1) {
    return List.of(http1, limited(new PriorKnowledge(http1.getHttpConfiguration())));
  }

  private List<ConnectionFactory> encrypted(TlsContext context) {
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    SslConnectionFactory ssl = new SslConnectionFactory(context.factory(), alpn.getProtocol());
    // Otherwise only the certificate's host names would be served, not those of a proxy in front.
    ssl.setEnsureSecureRequestCustomizer(false);
    return List.of(ssl, alpn, limited(new HTTP2ServerConnectionFactory(config)), http1);
  }

  private static <T extends AbstractHTTP2ServerConnectionFactory> T limited(T http2) {
    http2.setConnectProtocolEnabled(false);
    http2.setMaxConcurrentStreams(STREAMS);
    return http2;
  }

  /**
   * Stop accepting on sockets that other processes listen on too: connections wait there for the
   * next server. This server's own sockets stay open, because a closed one would refuse
   * connections.
   *
   * @return whether there are such sockets
   */
  public boolean yieldInherited() {
    for (InheritedSocket socket : inherited) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "a socket of systemd's is not closed in order: " + e.getMessage());
      }
    }
    return !inherited.isEmpty();
  }

  /**
   * Close the sockets that are listened on, so that a client that connects is refused, and can go
   * elsewhere. Connections that have been accepted go on.
   */
  public void stopListening() {
    for (Connector connector : server.getConnectors()) {
      if (connector instanceof NetworkConnector network) {
        network.close();
      }
    }
  }

  /**
   * Accept no more connections, wait for the requests that are being served, and end.
   *
   * @param drain the longest time to wait
   */
  public void close(Duration drain) {
    yieldInherited();
    server.setStopTimeout(drain.toMillis());
    try {
      server.stop();
    } catch (TimeoutException e) {
      LOG.log(Level.INFO, "ended while requests were still being served");
    } catch (Exception e) { // Jetty declares no other
      LOG.log(Level.WARNING, "not all connections ended in order: " + e);
    }
  }

  /**
   * Waits at the end for requests that are being served. Later ones, on connections that are still
   * open, are served as well: the handler refuses them in words that a client understands.
   */
  private static final class Draining extends GracefulHandler {
    Draining(Handler handler) {
      super(handler);
    }

    @Override
    protected void handleShutdownRejection(Request request, Response response, Callback callback) {
      try {
        if (!getHandler().handle(request, response, callback)) {
          Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
      } catch (Exception e) {
        Response.writeError(request, response, callback, e);
      }
    }
  }
}
