package dev.bullpen.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.fleet.Network.Host;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Three replicas and a balancer, each on a host of its own, and a host for clients. When it is
 * closed, everything ends in order and nothing may be left on any host.
 */
final class Fleet implements AutoCloseable {
  static final List<String> NODES = List.of("node-a", "node-b", "node-c");
  static final String ALICE = "alice";
  static final String BOB = "bob";

  private static final Duration PATIENCE = McpClient.PATIENCE;

  /** For the balancer to find a replica on a machine that may be busy. */
  private static final Duration BALANCED_WITHIN = Duration.ofSeconds(60);

  /**
   * Where a question is lost on its way its script waits for so long, and the end of a test waits
   * for that.
   */
  static final String SHORT_QUESTIONS = "--state-ttl=12";

  /** For which a server that is told to end lets calls run on. */
  private static final String DRAIN_SECONDS = "20";

  /** How replicas know of each other. */
  private enum Peers {
    /** All are named. */
    GIVEN,
    /** They look up {@link #NAME}, whose addresses {@link #name} sets. */
    BY_NAME
  }

  /** Of the replicas, in a domain that is for tests (RFC 6761). */
  static final String NAME = "replicas.test";

  private static final Path MACHINES_NAMES = Path.of("/etc/hosts");

  /** Runs a command that sees another file in place of {@link #MACHINES_NAMES}. */
  private static final List<String> WITH_NAMES =
      List.of(
          "unshare",
          "--mount",
          "--",
          "sh",
          "-c",
          "mount --bind \"$0\" " + MACHINES_NAMES + " && exec \"$@\"");

  private final Network network;
  private final Peers peers;
  private final List<String> flags;
  private final Workplace workplace;
  private final Host clients;
  private final List<Replica> replicas = new ArrayList<>();
  private final Map<String, String> tokens = Map.of(ALICE, secret(), BOB, secret());
  private final AtomicLong ids = new AtomicLong();
  private final Queue<HttpConnection> connections = new ConcurrentLinkedQueue<>();
  private final Map<Revision, Transcript> heard = new ConcurrentHashMap<>();
  private final Queue<Load> loads = new ConcurrentLinkedQueue<>();
  private Optional<Balancer> balancer = Optional.empty();

  private Fleet(Network network, Peers peers, List<String> flags) {
    this.network = network;
    this.peers = peers;
    this.flags = List.copyOf(flags);
    this.workplace = Workplace.open(Tools::project);
    this.clients = network.host("clients");
  }

  /** One that serves. */
  static Fleet start(Balancer.Kind kind, String... flags) {
    return start(kind, Peers.GIVEN, List.of(flags));
  }

  /** The same, whose replicas find each other by a name; where there are namespaces. */
  static Fleet startByName(Balancer.Kind kind, String... flags) {
    return start(kind, Peers.BY_NAME, List.of(flags));
  }

  private static Fleet start(Balancer.Kind kind, Peers peers, List<String> flags) {
    Fleet fleet = new Fleet(Network.open(), peers, flags);
    try {
      fleet.begin(kind);
      return fleet;
    } catch (IOException e) {
      fleet.abandon();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      fleet.abandon();
      throw e;
    }
  }

  private void begin(Balancer.Kind kind) throws IOException {
    List<Host> hosts = NODES.stream().map(network::host).toList();
    Host balancing = network.host("balancer");
    write("tokens", tokenFile());
    setKeys(List.of(secret()));
    setNames(hosts);
    for (int i = 0; i < NODES.size(); i++) {
      Replica replica = started(NODES.get(i), hosts.get(i), words(hosts, balancing));
      replicas.add(replica);
      replica.awaitServing(); // before the next one starts: a small machine is busy with one
    }
    balancer =
        Optional.of(
            new Balancer(
                kind,
                network,
                balancing,
                Files.createDirectory(file("balancer")),
                hosts.stream().map(host -> host.port(Replica.PORT)).toList()));
    NODES.forEach(node -> awaitBalanced(replica(node)));
  }

  /** The arguments of all replicas. */
  private List<String> words(List<Host> hosts, Host balancing) {
    List<String> words = new ArrayList<>(List.of("--behind-proxy", "--drain", DRAIN_SECONDS));
    words.addAll(List.of("--allow-host", balancing.port(Balancer.PORT)));
    words.addAll(List.of("--token-file", file("tokens").toString()));
    words.addAll(flags);
    if (peers == Peers.BY_NAME) {
      words.addAll(List.of("--peers-dns", "http://" + NAME + ":" + Replica.PORT));
    } else {
      for (int i = 0; i < NODES.size(); i++) {
        String url = "http://" + hosts.get(i).port(Replica.PORT);
        words.addAll(List.of("--peer", NODES.get(i) + "=" + url));
      }
    }
    return words;
  }

  private Replica started(String node, Host host, List<String> words) {
    Workplace own = workplace.another();
    Launcher launcher =
        own.launcher()
            .asShipped() // or load would start and end helpers all the time
            .visible()
            .workers(Replica.WARM_HELPERS, 16)
            .with("--http", host.port(Replica.PORT), "--node", node)
            .with("--fleet-key-file", keyFile(node).toString())
            .with("--audit-log", auditLog(node).toString())
            .with(words.toArray(String[]::new));
    Replica replica = new Replica(node, network, named(host), own, launcher);
    replica.start();
    return replica;
  }

  /** A host whose commands see the names of this fleet, if replicas look for each other there. */
  private Host named(Host host) {
    if (peers == Peers.GIVEN) {
      return host;
    }
    List<String> starter = new ArrayList<>(host.starter());
    starter.addAll(WITH_NAMES);
    starter.add(file("names").toString());
    return new Host(host.name(), host.address(), starter);
  }

  /**
   * A further server with that node's name, on a host of its own, in a fleet of {@link
   * #startByName}. The balancer sends it nothing.
   */
  Replica another(String node) {
    Replica another = started(node, network.host("another"), words(List.of(), balancer().host()));
    replicas.add(another);
    another.awaitServing();
    return another;
  }

  /** The name of the replicas has the addresses of these from now on, and no others. */
  void name(Replica... named) {
    try {
      setNames(Stream.of(named).map(Replica::host).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * In the file itself, as it is mounted elsewhere, and over what it has: a look-up meanwhile finds
   * the names of before or these, but never none.
   */
  private void setNames(List<Host> hosts) throws IOException {
    StringBuilder names = new StringBuilder(Files.readString(MACHINES_NAMES));
    hosts.forEach(host -> names.append('\n').append(host.address()).append(' ').append(NAME));
    ByteBuffer text = ByteBuffer.wrap(names.append('\n').toString().getBytes(UTF_8));
    try (FileChannel file =
        FileChannel.open(file("names"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(text);
      file.truncate(text.limit());
    }
  }

  private Path auditLog(String node) {
    return file("audit-" + node);
  }

  /** What the audit log of that node has. */
  List<JsonNode> audited(String node) {
    try {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : Files.readAllLines(auditLog(node))) {
        lines.add(Json.parse(line));
      }
      return lines;
    } catch (IOException | JsonException e) {
      throw new AssertionError("the audit log of " + node, e);
    }
  }

  private Path file(String name) {
    return workplace.folder().resolve(name);
  }

  private Path keyFile(String node) {
    return file("keys-" + node);
  }

  /** Written whole, with mode 0600. */
  private void write(String name, String text) throws IOException {
    Path fresh =
        Files.createFile(
            file(name + ".new"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, text);
    Files.move(fresh, file(name), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Give all replicas these keys; the first is used. */
  void setKeys(List<String> keys) {
    for (String node : NODES) {
      try {
        write(keyFile(node).getFileName().toString(), String.join("\n", keys) + "\n");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The keys they have. */
  List<String> keys() {
    try {
      return Files.readAllLines(keyFile(NODES.get(0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** 64 hexadecimal digits. */
  static String secret() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private String tokenFile() {
    return tokens.entrySet().stream()
        .map(
            entry ->
                "{\"name\":\"%s\",\"sha256\":\"%s\",\"tools\":[\"*\"],\"prompts\":[\"*\"]}"
                    .formatted(entry.getKey(), hash(entry.getValue())))
        .collect(Collectors.joining(",", "{\"tokens\":[", "]}"));
  }

  static String hash(String token) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** A principal's secret. */
  String token(String principal) {
    return tokens.get(principal);
  }

  Network network() {
    return network;
  }

  /** Where clients are. */
  Host clients() {
    return clients;
  }

  Balancer balancer() {
    return balancer.orElseThrow();
  }

  List<Replica> replicas() {
    return List.copyOf(replicas);
  }

  Replica replica(String node) {
    return replicas.get(NODES.indexOf(node));
  }

  /** A client of the balancer. */
  Client client(String principal) {
    return new Client(this, principal, balancer().address());
  }

  long freshId() {
    return ids.incrementAndGet();
  }

  /** A token for one job, and for no other. */
  String freshToken() {
    return "%s-%07d".formatted(workplace.jobs(), ids.incrementAndGet());
  }

  HttpConnection connected(HttpConnection connection) {
    connections.add(connection);
    return connection;
  }

  Transcript heard(Revision revision) {
    return heard.computeIfAbsent(revision, spoken -> new Transcript());
  }

  Gate gate() {
    return workplace.gate();
  }

  /** What the script with that token has said so far. */
  List<String> said(String token) {
    return gate().await(token, 0, Deadline.in(Duration.ZERO));
  }

  /** Wait until the script with that token has said so much. */
  Job ready(String token, int lines) {
    List<String> said = gate().await(token, lines, Deadline.in(PATIENCE));
    if (said.size() < lines) {
      throw new AssertionError("no more than " + said + " was said by " + token + "\n" + logs());
    }
    return new Job(0, token, said);
  }

  /** The nodes whose scripts have run with that token, in order. */
  List<String> nodes(String token) {
    return said(token).stream()
        .flatMap(word -> replicas.stream().filter(replica -> replica.mark().equals(word)))
        .map(Replica::node)
        .toList();
  }

  /** Wait until the balancer sends requests to that one. */
  void awaitBalanced(Replica replica) {
    Client client = client(ALICE);
    boolean isServing =
        Poll.until(
            Deadline.in(BALANCED_WITHIN),
            () -> {
              String token = freshToken();
              return isAnswered(client, token) && nodes(token).contains(replica.node());
            });
    if (!isServing) {
      throw new AssertionError("the balancer leaves out " + replica.node() + "\n" + logs());
    }
  }

  private static boolean isAnswered(Client client, String token) {
    try (HttpConnection connection = client.connect()) {
      return client.send(connection, client.tool(Tools.params(Tools.QUICK, token))).status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** When the processes of a job were seen gone; fails unless they are. */
  Sighting assertGone(Job job) {
    Sighting left = replicas.get(0).awaitGone(job, PATIENCE);
    if (!left.none()) {
      throw new AssertionError(job + ": " + left + "\n" + logs());
    }
    return left;
  }

  /** Closed with this fleet, if the test does not come to its end. */
  void add(Load load) {
    loads.add(load);
  }

  /** The logs of all replicas and of the balancer, and the requests that have failed. */
  String logs() {
    return replicas.stream()
        .map(replica -> "== " + replica.node() + "\n" + replica.log())
        .collect(
            Collectors.joining(
                "\n",
                "",
                "== balancer\n"
                    + balancer.map(Balancer::log).orElse("")
                    + "\n== failed\n"
                    + loads.stream().map(Load::toString).collect(Collectors.joining("\n"))));
  }

  @Override
  @SuppressWarnings("try") // it is only closed
  public void close() {
    try (Ending ending = this::abandon) { // which hides no failure of what is in here
      loads.forEach(Load::end);
      connections.forEach(HttpConnection::close);
      replicas.stream().filter(Replica::isRunning).forEach(Replica::assertNoJobs);
      Map<Replica, List<Proc>> families =
          replicas.stream()
              .filter(Replica::isRunning)
              .collect(Collectors.toMap(replica -> replica, Replica::tell));
      families.keySet().forEach(Replica::hurry);
      families.forEach((replica, family) -> assertEquals(0, replica.awaitEnd(family), logs()));
      replicas.forEach(replica -> assertFalse(replica.log().contains("defect"), replica.log()));
      heard.forEach(Rig::assertManners);
    }
  }

  private interface Ending extends AutoCloseable {
    @Override
    void close();
  }

  private void abandon() {
    try {
      balancer.ifPresent(Balancer::close);
      replicas.forEach(Replica::close);
    } finally {
      try {
        network.close();
      } finally {
        workplace.close();
      }
    }
  }
}
