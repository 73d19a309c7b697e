package dev.bullpen.http;

import dev.bullpen.http.access.Access;
import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.access.Authenticator;
import dev.bullpen.http.access.BindRule;
import dev.bullpen.http.access.HostRule;
import dev.bullpen.http.access.OriginRule;
import dev.bullpen.http.access.PermissionFile;
import dev.bullpen.http.access.ScopeGrant;
import dev.bullpen.http.access.StaticTokens;
import dev.bullpen.http.admin.AdminServer;
import dev.bullpen.http.admin.Metrics;
import dev.bullpen.http.connection.ConnectionLimits;
import dev.bullpen.http.connection.Connections;
import dev.bullpen.http.connection.LateHandler;
import dev.bullpen.http.connection.Listener;
import dev.bullpen.http.connection.TlsFiles;
import dev.bullpen.http.endpoint.McpEndpoint;
import dev.bullpen.http.endpoint.Readiness;
import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.oauth.OAuth;
import dev.bullpen.http.oauth.OAuthSettings;
import dev.bullpen.http.oauth.ResourceMetadata;
import dev.bullpen.http.oauth.Scopes;
import dev.bullpen.json.Json;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.OpenFileLimit;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.protocol.question.SharedKeys;
import dev.bullpen.server.HttpOptions;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.engine.Engine;
import dev.bullpen.server.log.StderrLoggers;
import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.node.ObjectNode;

/** Serves many clients over Streamable HTTP, until SIGTERM or SIGINT. */
public final class HttpServer {
  private static final Logger LOG = System.getLogger("bullpen.http");

  /** How long the answers to stopped calls may take to reach their clients. */
  private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

  /**
   * The most descriptors that this process asks for. It is many times what connections and helpers
   * need. The JDK allocates a table of this size.
   */
  private static final long MOST_OPEN_FILES = 65_536;

  /**
   * How long a connection that was just accepted may take to send its request, which is then
   * served.
   */
  private static final Duration LAST_ACCEPTED = Duration.ofMillis(200);

  private static final String IS_ENDING =
      "The server is ending, so this call was stopped before it had finished";

  /** All of this module's classes go into the class archive. */
  private static final Set<String> RECORDED_MODULES = Set.of("dev.bullpen.http");

  /**
   * How long a server behind a proxy serves new requests after SIGTERM. The proxy may need that
   * long to notice.
   */
  private static final Duration UNNOTICED = Duration.ofSeconds(5);

  private final EndSignals signals = new EndSignals();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final ServeOptions options;
  private final HttpOptions http;
  private final List<Listener> listeners;
  private final Authenticator authenticator;
  private final Optional<ResourceMetadata> metadata;

  /** The token made at the start. It is a secret. */
  private final Optional<String> token;

  private final Optional<Fleet> fleet;
  private final Engine engine;
  private final Readiness readiness;
  private final Connections connections;

  private HttpServer(ServeOptions options, HttpOptions http)
      throws IOException, ProjectException, AccessException {
    if (http.fleet().flatMap(HttpOptions.Fleet::service).isPresent()) {
      Fleet.keepNoAddresses();
    }
    this.options = options;
    this.http = http;
    this.listeners = http.reach().listen().stream().map(Listener::parse).toList();
    checkReach();
    HttpOptions.Clients clients = http.clients();
    boolean makesToken =
        !clients.isAnonymous() && clients.tokens().isEmpty() && clients.oauth().isEmpty();
    token = makesToken ? Optional.of(StaticTokens.random()) : Optional.empty();
    if (clients.oauth().isPresent()) {
      OAuthSettings settings = settings(clients.oauth().get());
      ResourceMetadata leads = new ResourceMetadata(settings, McpEndpoint.PATH);
      OAuth oauth =
          new OAuth(
              settings,
              leads,
              OAuth.PATIENCE,
              System::nanoTime,
              InstantSource.system(),
              HttpServer::warn);
      oauth.begin();
      metadata = Optional.of(leads);
      authenticator = oauth;
    } else {
      metadata = Optional.empty();
      authenticator = authenticator(clients);
    }
    OpenFileLimit given = OpenFileLimit.current();
    OpenFileLimit ours = raised(given);
    ConnectionLimits limits = limits(ours);
    connections =
        new Connections(
            http.reach().isBehindProxy() ? limits.behindProxy() : limits, tls(http.reach()));
    fleet =
        http.fleet().isPresent()
            ? Optional.of(new Fleet(http.fleet().get(), connections.executor(), HttpServer::warn))
            : Optional.empty();
    engine =
        new Engine(
            options,
            ours.equals(given) ? OptionalLong.empty() : OptionalLong.of(given.soft()),
            fleet.map(SharedKeys.class::cast));
    readiness = new Readiness(engine, fleet);
  }

  /** The limit of open files, raised for this process. Scripts get the original limit. */
  private static OpenFileLimit raised(OpenFileLimit given) {
    OpenFileLimit ours = given.raised(MOST_OPEN_FILES);
    try {
      ours.set();
      return ours;
    } catch (PosixException e) {
      warn("The limit of open files stays at %d: %s".formatted(given.soft(), e.getMessage()));
      return given;
    }
  }

  private static ConnectionLimits limits(OpenFileLimit files) {
    ConnectionLimits wanted = ConnectionLimits.DEFAULTS;
    ConnectionLimits limits = wanted.within(files.soft());
    if (limits.connections() < wanted.connections()) {
      warn(
          "The limit of open files is %d, so at most %d connections are open at a time, instead of %d. Raise the limit to %d (ulimit -Hn, or LimitNOFILE= of systemd)"
              .formatted(
                  files.soft(),
                  limits.connections(),
                  wanted.connections(),
                  2 * wanted.connections()));
    }
    return limits;
  }

  private void checkReach() throws AccessException {
    HttpOptions.Clients clients = http.clients();
    List<String> violations = BindRule.violations(Listener.addresses(listeners), http);
    if (!violations.isEmpty()) {
      throw new AccessException(String.join(" ", violations));
    }
    if ((clients.isAnonymous() ? 1 : 0)
            + clients.tokens().stream().count()
            + clients.oauth().stream().count()
        > 1) {
      throw new AccessException(
          "--anonymous, --token-file and --oauth-issuer are three ways to let clients in. Give one of them.");
    }
    if (http.admin().isPresent()) {
      AdminServer.check(Listener.parse(http.admin().get()));
    }
    if (http.reach().certificate().isPresent() != http.reach().key().isPresent()) {
      throw new AccessException("--tls-cert and --tls-key belong together. Give both, or neither.");
    }
  }

  private static OAuthSettings settings(HttpOptions.Issuer issuer) throws AccessException {
    Optional<PermissionFile<ScopeGrant>> file = Optional.empty();
    if (issuer.scopeFile().isPresent()) {
      file =
          Optional.of(
              new PermissionFile<>(
                  PermissionFile.SCOPES,
                  issuer.scopeFile().get(),
                  System::nanoTime,
                  HttpServer::warn));
    }
    return OAuthSettings.of(
        issuer.url(), issuer.audience(), issuer.keys(), new Scopes(issuer.scopes(), file));
  }

  private Authenticator authenticator(HttpOptions.Clients clients) throws AccessException {
    if (clients.isAnonymous()) {
      LOG.log(
          Level.WARNING,
          "--anonymous: every program on this machine that can connect may use this server");
      return Authenticator.ANONYMOUS;
    }
    return token.isPresent()
        ? StaticTokens.one(token.get())
        : StaticTokens.of(
            new PermissionFile<>(
                PermissionFile.TOKENS,
                clients.tokens().orElseThrow(),
                System::nanoTime,
                HttpServer::warn));
  }

  private static Optional<TlsFiles> tls(HttpOptions.Reach reach) {
    return reach
        .certificate()
        .map(certificate -> new TlsFiles(certificate, reach.key().orElseThrow()));
  }

  private static void warn(String sentence) {
    LOG.log(Level.WARNING, sentence);
  }

  /**
   * Serve until a signal arrives; then end everything that was started.
   *
   * @throws ProjectException if the project cannot be served as it is set up
   * @throws IllegalArgumentException with sentences for the user if the options do not allow it to
   *     serve
   * @return the exit code: 0 after an orderly end
   */
  public static int serve(ServeOptions options, HttpOptions http) throws ProjectException {
    StderrLoggers.logUncaught(LOG);
    try {
      HttpServer server = new HttpServer(options, http);
      Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "shutdown"));
      try {
        server.signals.take();
        return server.run() ? 0 : 1;
      } finally {
        server.closed.complete(null); // the shutdown hook waits for this, also after an exception
      }
    } catch (AccessException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot serve: " + e.getMessage());
      return 1;
    } finally {
      StderrLoggers.awaitWritten();
    }
  }

  private boolean run() throws IOException, AccessException {
    LateHandler handler = new LateHandler();
    Optional<AdminServer> admin = Optional.empty();
    try {
      List<Listener> bound = connections.open(listeners, handler);
      OriginRule origins = OriginRule.of(Listener.addresses(bound), http.clients().origins());
      McpEndpoint endpoint =
          new McpEndpoint(
              engine,
              readiness,
              new Access(
                  HostRule.of(Listener.addresses(bound), http.clients().hosts()),
                  origins,
                  authenticator,
                  System::nanoTime,
                  HttpServer::warn),
              origins.cors(),
              metadata,
              connections.executor(),
              new McpEndpoint.Rules(options.limits().lineBytes(), http.hasSessions(), fleet));
      admin = admin(endpoint);
      handler.become(endpoint);
      endpoint.begin();
      engine.begin();
      if (OwnClasses.areRecorded()) {
        OwnClasses.load(RECORDED_MODULES);
      }
      fleet.ifPresent(replica -> replica.begin(engine));
      announce(bound);
      signals.await();
      signals.drain(() -> drain(endpoint));
    } catch (IOException | AccessException | RuntimeException | Error e) {
      close();
      throw e;
    } finally {
      admin.ifPresent(AdminServer::close);
    }
    return close();
  }

  /**
   * Serve the running calls, and new requests that a proxy still sends, until their answers are
   * written. Returns when it is interrupted.
   */
  private void drain(McpEndpoint endpoint) {
    long begun = System.nanoTime();
    long deadline = begun + http.drain().toNanos();
    readiness.end();
    if (connections.yieldInherited()) {
      LockSupport.parkNanos(LAST_ACCEPTED.toNanos());
    }
    if (http.reach().isBehindProxy()) {
      parkUntil(begun + Math.min(UNNOTICED.toNanos(), http.drain().toNanos()));
    }
    endpoint.drain(deadline);
    engine.drain(deadline);
    fleet.ifPresent(replica -> replica.drain(deadline));
    endpoint.awaitWritten(deadline);
  }

  private static void parkUntil(long nanoTime) {
    while (nanoTime - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(nanoTime - System.nanoTime());
    }
  }

  /** Health and metrics, if requested. */
  private Optional<AdminServer> admin(McpEndpoint endpoint) throws IOException, AccessException {
    if (http.admin().isEmpty()) {
      return Optional.empty();
    }
    Metrics metrics = new Metrics(engine, endpoint);
    engine.observe(metrics);
    connections.observe(metrics::answered);
    AdminServer admin = new AdminServer(http.admin().get(), readiness, metrics);
    admin.open();
    return Optional.of(admin);
  }

  private boolean close() {
    boolean clean = engine.close(IS_ENDING);
    if (http.reach().isBehindProxy()) {
      // What has been accepted still gets an answer, by which the proxy asks another server.
      connections.stopListening();
      LockSupport.parkNanos(LAST_ACCEPTED.toNanos());
    }
    connections.close(LAST_ANSWERS);
    return clean;
  }

  /**
   * Log the server's addresses, and print the token that clients need. This is the only time it is
   * shown.
   */
  private void announce(List<Listener> bound) {
    bound.forEach(listener -> LOG.log(Level.INFO, "serving " + url(listener)));
    engine.servedAt(bound.stream().map(this::url).toList());
    Optional<Listener> internet = bound.stream().filter(Listener.Tcp.class::isInstance).findFirst();
    if (token.isPresent()) {
      ObjectNode entry =
          Json.object()
              .put("type", "http")
              .put("url", url(internet.orElse(bound.get(0))))
              .set("headers", Json.object().put("Authorization", "Bearer " + token.get()));
      ObjectNode servers = Json.object().set("bullpen", entry);
      System.err.println(
          "launcher: clients of this run need the token in this configuration:\n"
              + Json.text(Json.object().set("mcpServers", servers)));
    }
  }

  private String url(Listener listener) {
    String scheme = http.reach().certificate().isPresent() ? "https://" : "http://";
    return listener instanceof Listener.Unix
        ? listener + " at " + McpEndpoint.PATH
        : scheme + listener + McpEndpoint.PATH;
  }

  /** A signal arrived, or the process ends for another reason: wait until everything has ended. */
  private void stop() {
    signals.came();
    closed.join();
    StderrLoggers.awaitWritten();
  }
}
