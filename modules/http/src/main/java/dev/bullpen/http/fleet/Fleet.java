package dev.bullpen.http.fleet;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.access.PermissionFile;
import dev.bullpen.http.fleet.PeerSignature.Signed;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.json.Json;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.protocol.question.SharedKeys;
import dev.bullpen.server.HttpOptions;
import dev.bullpen.server.engine.Engine;
import java.net.InetAddress;
import java.net.URI;
import java.security.Security;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/** This replica's view of its fleet. */
public final class Fleet implements SharedKeys {
  /** The path at which replicas ask each other for their identity. */
  public static final String STATUS = PeerClient.STATUS;

  /** How often a replica is checked while it serves a request for this one. */
  private static final Duration WATCH = Duration.ofMillis(250);

  private static final Duration REFRESH = Duration.ofMinutes(1);

  /**
   * How soon the others' lists are compared after this replica's have changed, or after the name by
   * which they are found has other addresses.
   */
  private static final Duration CHANGE = Duration.ofSeconds(5);

  private final String node;
  private final PermissionFile<FleetKey> keys;
  private final PeerSignature signature;
  private final PeerClient client;
  private final Peers peers;
  private final Executor executor;
  private final Warnings warnings;

  /** Empty before its lists are compared. */
  private volatile Optional<Engine> engine = Optional.empty();

  private volatile String fingerprint = "";
  private volatile List<String> differences = List.of();

  /**
   * @param executor for work that may block
   * @throws AccessException if a name, a URL or the file of keys cannot be used
   */
  public Fleet(HttpOptions.Fleet options, Executor executor, Warnings warnings)
      throws AccessException {
    this.node =
        options.node().isPresent() ? NodeName.checked(options.node().get()) : NodeName.ofHost();
    this.warnings = warnings;
    this.keys = new PermissionFile<>(FleetKey.FILE, options.keys(), System::nanoTime, warnings);
    this.signature = new PeerSignature(node, keys::entries, InstantSource.system());
    this.client = new PeerClient(signature, executor, PeerClient.PATIENCE);
    Map<String, URI> given = new HashMap<>();
    for (Map.Entry<String, String> peer : options.peers().entrySet()) {
      given.put(NodeName.checked(peer.getKey()), url("--peer", peer.getValue()));
    }
    Optional<URI> service =
        options.service().isPresent()
            ? Optional.of(url("--peers-dns", options.service().get()))
            : Optional.empty();
    this.executor = executor;
    this.peers = new Peers(node, given, service, InetAddress::getAllByName, client, executor);
  }

  /**
   * Have names looked up whenever they are asked for: the JDK would keep each answer for half a
   * minute. To be called before it looks up the first name.
   */
  public static void keepNoAddresses() {
    Security.setProperty("networkaddress.cache.ttl", "0");
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
  }

  private static URI url(String flag, String given) throws AccessException {
    try {
      URI url = URI.create(given);
      if (url.isAbsolute()
          && url.getHost() != null
          && List.of("http", "https").contains(url.getScheme())
          && List.of("", "/").contains(url.getPath())
          && url.getQuery() == null) {
        return url.resolve("/");
      }
    } catch (IllegalArgumentException e) {
      // Not a URL either: fall through.
    }
    throw new AccessException(
        "%s requires the URL of a replica without a path, such as http://10.0.0.7:8080, not %s."
            .formatted(flag, given));
  }

  @Override
  public String node() {
    return node;
  }

  @Override
  public List<byte[]> keys() {
    return keys.entries().stream().map(FleetKey::seal).toList();
  }

  /** The id of something that only this replica has. */
  public String id(String random) {
    return NodeName.id(node, random);
  }

  /** The replica that has what an id names, if it is another one. */
  public Optional<String> owner(String id) {
    return NodeName.of(id).filter(named -> !named.equals(node));
  }

  /** Whether a request claims to come from another replica. */
  public static boolean isOfPeer(Request request) {
    return request.getHeaders().contains(PeerSignature.HEADER);
  }

  /**
   * Why a request that claims to come from another replica is refused; empty if it is not. Call it
   * once for each request.
   */
  public Optional<String> objection(Request request, byte[] body) {
    List<String> headers = request.getHeaders().getValuesList(PeerSignature.HEADER);
    return headers.size() == 1
        ? signature.objection(headers.get(0), PeerClient.signed(request, body))
        : Optional.of("The request has more than one signature");
  }

  /**
   * Where a request comes from that another replica has passed on. That replica vouches for it.
   *
   * @param node the replica's
   * @param client where the client is, as it was given to {@link ForwardedRequest}
   */
  public record Origin(String node, String client) {}

  /** The origin of another replica's request to which there is no {@link #objection}. */
  public static Origin origin(Request request) {
    return PeerSignature.origin(request.getHeaders().get(PeerSignature.HEADER));
  }

  /**
   * Answer a request of another replica, to which there is no {@link #objection}, with this one's
   * name and fingerprint.
   */
  public void status(Request request, HttpAnswer answer) {
    byte[] body = Json.line(Json.object().put("node", node).put("fingerprint", fingerprint()));
    String header = request.getHeaders().get(PeerSignature.HEADER);
    answer.header(PeerSignature.HEADER, signature.answer(header, body));
    answer.json(HttpStatus.OK_200, body);
  }

  private String fingerprint() {
    return engine.flatMap(Engine::fingerprint).orElse("");
  }

  // Forwarding.

  /** Whether a replica that could not be reached may be found elsewhere. */
  public boolean findsByName() {
    return peers.areFoundByName();
  }

  /**
   * Have another replica serve a request.
   *
   * @param owner its name
   * @return false if there is no such replica; completes with {@link IllegalArgumentException} if a
   *     header field of the request cannot be sent
   */
  public CompletableFuture<Boolean> forward(
      String owner, Request request, byte[] body, ForwardedRequest forwarded) {
    Signed signed = PeerClient.signed(request, body);
    return peers
        .find(owner)
        .thenApply(
            found -> {
              found.ifPresent(
                  peer -> {
                    forwarded.begin(client, peer, signed);
                    watch(peer);
                  });
              return found.isPresent();
            });
  }

  /**
   * Wait for the requests that other replicas serve for this one, except streams that only listen,
   * at most until the deadline, by {@link System#nanoTime}. Stops when its thread is interrupted.
   */
  public void drain(long deadline) {
    CompletableFuture<?>[] calls =
        peers.serving().stream()
            .flatMap(peer -> peer.open.entrySet().stream())
            .filter(forwarded -> !forwarded.getValue().method().equals("GET"))
            .map(forwarded -> forwarded.getKey().end())
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(calls).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      // The remaining requests end with this server.
    } catch (ExecutionException e) {
      throw new IllegalStateException("this future never fails", e);
    }
  }

  private void watch(Peer peer) {
    if (peer.isWatched.compareAndSet(false, true)) {
      peer.silences.set(0);
      watchLater(peer);
    }
  }

  private void watchLater(Peer peer) {
    after(WATCH).execute(() -> check(peer));
  }

  /** Needs no engine: a request may be passed on before this replica's own has begun. */
  private Executor after(Duration delay) {
    return CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, executor);
  }

  /** Check whether a replica is there, for as long as it serves requests for this one. */
  private void check(Peer peer) {
    if (peer.open.isEmpty()) {
      peer.isWatched.set(false);
      if (!peer.open.isEmpty()) {
        watch(peer);
      }
      return;
    }
    CompletableFuture.completedFuture(peer) // all in stages: no exception ends the watch
        .thenCompose(one -> client.status(one.url(), one.node()))
        .thenAccept(
            status -> {
              if (peer.checked(status)) {
                peer.open.keySet().forEach(ForwardedRequest::lost);
              }
            })
        .whenComplete((done, failure) -> watchLater(peer));
  }

  // Comparing the replicas' lists.

  /** Begin to compare lists with the others, after a delay, because all may be starting. */
  public void begin(Engine serving) {
    engine = Optional.of(serving);
    refreshLater(System.nanoTime());
  }

  private void refreshLater(long at) {
    after(CHANGE)
        .execute(
            () ->
                CompletableFuture.completedFuture(at) // in stages, as in check
                    .thenCompose(this::refresh)
                    .exceptionally(failure -> at)
                    .thenAccept(this::refreshLater));
  }

  /**
   * Compare the lists if this replica's have changed, others are there, or it is time.
   *
   * @return when it is time again
   */
  private CompletableFuture<Long> refresh(long at) {
    if (!fingerprint().equals(fingerprint) || System.nanoTime() >= at) {
      fingerprint = fingerprint();
      peers.refresh().thenRun(this::compare);
      return CompletableFuture.completedFuture(System.nanoTime() + REFRESH.toNanos());
    }
    return peers
        .review()
        .thenApply(
            areOthers -> {
              if (areOthers || !differences.containsAll(peers.problems())) {
                compare();
              }
              return at;
            });
  }

  private void compare() {
    List<String> now = new ArrayList<>(peers.problems());
    for (Peer peer : peers.all()) {
      if (peer.status().isEmpty()) {
        now.add("%s does not answer".formatted(peer));
      } else if (peer.status().get().refusal().isPresent()) {
        now.add("%s refuses this node: %s".formatted(peer, peer.status().get().refusal().get()));
      } else if (isOther(peer.status().get().fingerprint())) {
        now.add("%s has other tools, prompts or resources than this node".formatted(peer));
      }
    }
    now.stream().filter(one -> !differences.contains(one)).forEach(one -> warnings.add(one + "."));
    differences = List.copyOf(now);
  }

  /**
   * Whether a fingerprint differs from this replica's. An empty one means that its project has not
   * been read.
   */
  private boolean isOther(String theirs) {
    return !theirs.isEmpty() && !fingerprint.isEmpty() && !theirs.equals(fingerprint);
  }

  /** How the other replicas differ from this one, for people. */
  public List<String> differences() {
    return differences;
  }
}
