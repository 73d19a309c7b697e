package dev.bullpen.fleet;

import dev.bullpen.fleet.Balancer.Servers;
import dev.bullpen.fleet.Network.Host;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What others lose behind the same balancer, as a table on standard output: three servers of each,
 * whose tool starts a script that waits. They come from the folder in which {@code modules/bench}
 * has built them.
 */
final class RivalFleets {
  private static final int PORT = 8080;
  private static final int SERVERS = 3;
  private static final int SESSIONS = 10;
  private static final int PINGS = 6;
  private static final int HELD = 9;
  private static final int CALLERS = 6;
  private static final String TOKEN = Fleet.secret();
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(40);

  /** After which a script whose client or server has gone should be gone. */
  private static final Duration LEFT = Duration.ofSeconds(1);

  /** Between two restarts. */
  private static final Duration SETTLES = Duration.ofSeconds(3);

  private static final long PATIENCE_SECONDS = 60;

  /** Seconds of a script that is to run when something happens; a client waits longer. */
  private static final String LONG = "12";

  /** Of one that is called again and again. */
  private static final String SHORT = "1";

  /**
   * A server.
   *
   * @param words of its command, with HOST, PORT, SCRIPT, NODE, BALANCER and FOLDER to be replaced
   */
  private record Contender(
      String name, boolean isModern, Servers servers, List<String> words, boolean isOurs) {
    String era() {
      return (isModern ? Revision.V2026_07_28 : LEGACY).text();
    }
  }

  /** Offered by clients that have sessions. */
  private static final Revision LEGACY = Revision.V2025_11_25;

  /** A client's session, and the revision that its server has chosen. */
  private record Session(String id, String revision) {}

  private final Contender contender;
  private final Network network = Network.open();
  private final Host clients = network.host("clients");
  private final List<Host> hosts =
      Stream.of(Fleet.NODES.toArray(String[]::new)).map(network::host).toList();
  private final Host balancing = network.host("balancer");
  private final Path folder;
  private final Process[] servers = new Process[SERVERS];
  private final AtomicLong ids = new AtomicLong();

  private RivalFleets(Contender contender, Path folder) {
    this.contender = contender;
    this.folder = folder;
  }

  /** The one argument is the folder in which the others have been built. */
  public static void main(String[] arguments) throws Exception {
    Path built = Path.of(arguments[0]);
    String launcher = System.getProperty("bullpen.launcher") + "/bin/launcher";
    List<String> ours = new ArrayList<>(List.of(launcher, "--http", "HOST:PORT", "--project"));
    ours.addAll(List.of("FOLDER/project", "--allow", "*", "--behind-proxy", "--node", "NODE"));
    ours.addAll(List.of("--allow-host", "BALANCER", "--token-file", "FOLDER/tokens"));
    ours.addAll(List.of("--fleet-key-file", "FOLDER/keys", "--workers", "4"));
    ours.add("PEERS");
    List<String> typescript = List.of("node", built + "/typescript/server.mjs", "SCRIPT", "PORT");
    List<String> quarkus =
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-Dquarkus.http.host=HOST",
            "-Dquarkus.http.port=PORT",
            "-Dbench.script=SCRIPT",
            "-jar",
            built + "/quarkus/target/quarkus-app/quarkus-run.jar");
    List<String> rows = new ArrayList<>();
    rows.add(
        "| server | era | requests of sessions that fail, round robin | killed: calls that fail |"
            + " its scripts that run on | clients close: scripts that run on | all restarted: calls"
            + " that fail |");
    rows.add("|---|---|---|---|---|---|---|");
    List<Contender> contenders = new ArrayList<>();
    for (boolean isModern : new boolean[] {true, false}) {
      contenders.add(new Contender("Bullpen", isModern, Servers.READY, ours, true));
      Servers way = isModern ? Servers.LISTENING : Servers.STICKY;
      contenders.add(new Contender("TypeScript SDK 2", isModern, way, typescript, false));
    }
    contenders.add(new Contender("Quarkus", false, Servers.STICKY, quarkus, false));
    contenders.forEach(contender -> row(contender).ifPresent(rows::add));
    rows.forEach(System.out::println);
  }

  /** Its row; empty if it cannot be had or measured, and standard error says why. */
  private static Optional<String> row(Contender contender) {
    try {
      return Optional.of(measured(contender));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while others are measured", e);
    } catch (Exception | AssertionError e) {
      System.err.println("without %s, %s: %s".formatted(contender.name, contender.era(), e));
      return Optional.empty();
    }
  }

  private static String measured(Contender contender) throws Exception {
    Path folder = Files.createTempDirectory("bullpen-rivals-");
    RivalFleets fleet = new RivalFleets(contender, folder);
    try {
      fleet.prepare();
      List<String> cells = new ArrayList<>();
      cells.add(contender.name);
      cells.add(contender.era());
      cells.add(fleet.with(Servers.LISTENING, fleet::sessions));
      cells.add(fleet.with(contender.servers, fleet::killed));
      cells.add(fleet.with(contender.servers, fleet::closed));
      cells.add(fleet.with(contender.servers, fleet::restarted));
      String row = "| " + String.join(" | ", cells) + " |";
      System.err.println(row);
      return row;
    } finally {
      fleet.close();
    }
  }

  /** What is measured once all servers are up. */
  private interface Measurement {
    String take() throws Exception;
  }

  /** By fresh servers behind a fresh balancer. */
  private String with(Servers way, Measurement measurement) throws Exception {
    for (int i = 0; i < SERVERS; i++) {
      start(i);
    }
    for (int i = 0; i < SERVERS; i++) {
      awaitListening(i);
    }
    Path own = Files.createTempDirectory(folder, "balancer-");
    Balancer balancer =
        new Balancer(
            Balancer.Kind.HAPROXY,
            contender.isOurs ? Servers.READY : way,
            network,
            balancing,
            own,
            hosts.stream().map(host -> host.port(PORT)).toList());
    try {
      Chance.pass(SETTLES);
      return measurement.take();
    } finally {
      balancer.close();
      for (int i = 0; i < SERVERS; i++) {
        end(i);
      }
    }
  }

  private void prepare() throws IOException {
    script(folder.resolve("script"));
    script(Files.createDirectories(folder.resolve("project/tools/hello")).resolve("tool.sh"));
    Files.writeString(
        folder.resolve("project/tools/hello/tool.meta.json"),
        "{\"name\":\"hello\",\"description\":\"A tool\"}");
    Files.writeString(
        Files.createDirectories(folder.resolve("project/server.d")).resolve("server.meta.json"),
        "{\"name\":\"fleet\",\"version\":\"1.0.0\"}");
    secret("keys", Fleet.secret());
    secret(
        "tokens",
        "{\"tokens\":[{\"name\":\"a\",\"sha256\":\"%s\",\"tools\":[\"*\"]}]}"
            .formatted(Fleet.hash(TOKEN)));
  }

  private void script(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\nsleep $(cat %s)\necho done\n".formatted(seconds()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** What says how long a script waits. */
  private Path seconds() {
    return folder.resolve("seconds");
  }

  private void secret(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(
        folder.resolve(name), PosixFilePermissions.fromString("rw-------"));
  }

  private void start(int server) throws IOException {
    Host host = hosts.get(server);
    List<String> command = new ArrayList<>(host.starter());
    for (String word : contender.words) {
      if (word.equals("PEERS")) {
        for (int i = 0; i < SERVERS; i++) {
          String url = "http://" + hosts.get(i).port(PORT);
          command.addAll(List.of("--peer", Fleet.NODES.get(i) + "=" + url));
        }
      } else {
        command.add(
            word.replace("HOST", host.address())
                .replace("PORT", "" + PORT)
                .replace("SCRIPT", folder.resolve("script").toString())
                .replace("NODE", host.name())
                .replace("BALANCER", balancing.port(PORT))
                .replace("FOLDER", folder.toString()));
      }
    }
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HOST", host.address()); // the TypeScript server listens there
    servers[server] =
        builder
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(folder.resolve("log-" + host.name()).toFile()))
            .start();
  }

  private void awaitListening(int server) throws IOException {
    Host host = hosts.get(server);
    Poll.until(Deadline.in(STARTS_WITHIN), () -> isListening(host) || !servers[server].isAlive());
    if (!isListening(host)) {
      throw new IOException(
          host.name()
              + " does not listen: "
              + Files.readString(folder.resolve("log-" + host.name())));
    }
  }

  private boolean isListening(Host host) {
    try {
      network.connect(clients, new InetSocketAddress(host.address(), PORT)).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void end(int server) throws InterruptedException {
    Process process = servers[server];
    Signal.TERM.to(process.pid());
    if (!process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
      process.toHandle().destroyForcibly();
      process.waitFor();
    }
  }

  private HttpConnection connect() {
    try {
      InetSocketAddress to = new InetSocketAddress(balancing.address(), PORT);
      return new HttpConnection(network.connect(clients, to), balancing.port(PORT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpReply send(HttpConnection connection, HttpCall call) {
    return connection.send(call.header("Authorization", "Bearer " + TOKEN), new Transcript());
  }

  /** Whether it is answered with a result. */
  private boolean succeeds(HttpCall call) {
    try (HttpConnection connection = connect()) {
      HttpReply reply = send(connection, call);
      return reply.status() == 200 && reply.response().has("result");
    } catch (UncheckedIOException | AssertionError e) {
      return false;
    }
  }

  /** A legacy client's; empty for others, which need none. */
  private Optional<Session> session() {
    if (contender.isModern) {
      return Optional.empty();
    }
    ObjectNode greeting =
        Messages.request(ids.incrementAndGet(), "initialize", Messages.initialize(LEGACY.text()));
    try (HttpConnection connection = connect()) {
      HttpReply reply = send(connection, HttpCall.post(LEGACY, Json.text(greeting)));
      String chosen = reply.response().at("/result/protocolVersion").asString("");
      Session session = new Session(reply.header(HttpCall.SESSION_ID), chosen);
      ObjectNode begun = Messages.notification("notifications/initialized", Json.object());
      try (HttpConnection next = connect()) {
        send(next, post(session, begun)).status();
      }
      return Optional.of(session);
    }
  }

  private static HttpCall post(Session session, ObjectNode message) {
    return HttpCall.post(LEGACY, Json.text(message))
        .header("MCP-Protocol-Version", session.revision)
        .header(HttpCall.SESSION_ID, session.id);
  }

  private HttpCall request(Optional<Session> session, String method, ObjectNode params) {
    ObjectNode message = Messages.request(ids.incrementAndGet(), method, params);
    if (session.isPresent()) {
      return post(session.get(), message);
    }
    ObjectNode meta = params.withObjectProperty("_meta");
    meta.setAll(Revision.V2026_07_28.envelope());
    meta.set("io.modelcontextprotocol/clientInfo", Messages.json("{'name':'fleet','version':'1'}"));
    return HttpCall.modern(message);
  }

  private HttpCall call(Optional<Session> session) {
    return request(session, "tools/call", Messages.callTool("hello", "{}"));
  }

  private String sessions() {
    int failed = 0;
    for (int i = 0; i < SESSIONS; i++) {
      Optional<Session> session = session();
      for (int ping = 0; ping < PINGS; ping++) {
        String method = contender.isModern ? "server/discover" : "ping";
        failed += succeeds(request(session, method, Json.object())) ? 0 : 1;
      }
    }
    return failed + " of " + SESSIONS * PINGS;
  }

  private long scripts(Host host) {
    return network.processes(host).stream().filter(line -> line.contains("(sleep)")).count();
  }

  private long scripts() {
    return hosts.stream().mapToLong(this::scripts).sum();
  }

  private void awaitScripts() {
    if (!Poll.until(Deadline.in(STARTS_WITHIN), () -> scripts() >= HELD)) {
      throw new AssertionError("no more than " + scripts() + " scripts run");
    }
  }

  private String killed() throws IOException, InterruptedException {
    Files.writeString(seconds(), LONG);
    AtomicInteger failed = new AtomicInteger();
    List<Optional<Session>> sessions = Stream.generate(this::session).limit(HELD).toList();
    List<Thread> callers = new ArrayList<>();
    for (Optional<Session> session : sessions) {
      callers.add(
          thread(
              () -> {
                if (!succeeds(call(session))) {
                  failed.incrementAndGet();
                }
              }));
    }
    awaitScripts();
    long own = scripts(hosts.get(0));
    servers[0].toHandle().destroyForcibly();
    servers[0].waitFor();
    Chance.pass(LEFT);
    long left = scripts(hosts.get(0));
    join(callers);
    return "%d of %d | %d of %d".formatted(failed.get(), HELD, left, own);
  }

  private String closed() throws IOException {
    Files.writeString(seconds(), LONG);
    List<HttpConnection> connections = new ArrayList<>();
    for (Optional<Session> session : Stream.generate(this::session).limit(HELD).toList()) {
      HttpConnection connection = connect();
      send(connection, call(session));
      connections.add(connection);
    }
    awaitScripts();
    connections.forEach(HttpConnection::close);
    Chance.pass(LEFT);
    return "%d of %d".formatted(scripts(), HELD);
  }

  private String restarted() throws Exception {
    Files.writeString(seconds(), SHORT);
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger failed = new AtomicInteger();
    AtomicInteger all = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(thread(() -> callUntil(isOver, failed, all)));
    }
    for (int i = 0; i < SERVERS; i++) {
      Chance.pass(SETTLES);
      end(i);
      start(i);
      awaitListening(i);
    }
    Chance.pass(SETTLES);
    isOver.set(true);
    join(callers);
    return failed.get() + " of " + all.get();
  }

  /** A session that is gone is begun anew, and its request counts as one that has failed. */
  private void callUntil(AtomicBoolean isOver, AtomicInteger failed, AtomicInteger all) {
    Optional<Session> session = Optional.empty();
    while (!isOver.get()) {
      try {
        session = session.isPresent() ? session : session();
        all.incrementAndGet();
        if (!succeeds(call(session))) {
          failed.incrementAndGet();
          session = Optional.empty();
        }
      } catch (UncheckedIOException | AssertionError e) {
        session = Optional.empty();
      }
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "caller");
    thread.start();
    return thread;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
  }

  private void close() throws IOException {
    Poll.until(Deadline.in(ENDS_WITHIN), () -> scripts() == 0);
    for (Process server : servers) {
      if (server != null) {
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly().onExit().join();
      }
    }
    network.close();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
