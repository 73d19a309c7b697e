package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.Peer.PeerStatus;
import dev.bullpen.posix.thread.DaemonThread;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The other replicas, by the names of their nodes: those that are given, or those whose addresses a
 * name has (DNS). Replicas that are found by a name come and go, and come back elsewhere.
 */
final class Peers {
  /** For a node that is not known the name is looked up, but no more often than this. */
  private static final long NANOS_BETWEEN_LOOKUPS = TimeUnit.SECONDS.toNanos(1);

  /** How long a request waits for the name server. */
  private static final Duration NAME_SERVER = Duration.ofSeconds(1);

  /** Finds the addresses of a host. May block for long: the name server may not answer. */
  interface Resolver {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private final String own;
  private final Optional<URI> service;
  private final Resolver resolver;
  private final PeerClient client;
  private final Executor executor;

  /** One thread, so that a silent name server occupies no other, and look-ups do not pile up. */
  private final Executor lookUps =
      Executors.newSingleThreadExecutor(DaemonThread.named("name look-ups"));

  private final Map<String, Peer> byNode = new ConcurrentHashMap<>();

  /** Those that are not known any more, of which some may still serve something for this one. */
  private final Queue<Peer> former = new ConcurrentLinkedQueue<>();

  private final Object lookUpLock = new Object();

  // Both guarded by the lock.
  private long lookedUpAt = System.nanoTime() - NANOS_BETWEEN_LOOKUPS;

  /** The look-up that has not begun yet. */
  private Optional<CompletableFuture<Void>> nextLookUp = Optional.empty();

  /** What the name had when it was looked up last; empty if it has not been. */
  private volatile Optional<Set<URI>> addresses = Optional.empty();

  private volatile List<String> problems = List.of();

  /**
   * @param own the name of this node
   * @param given URLs by node name
   * @param service a URL whose host resolves to the addresses of all replicas, if DNS is used
   * @param executor continues what has waited for a look-up
   */
  Peers(
      String own,
      Map<String, URI> given,
      Optional<URI> service,
      Resolver resolver,
      PeerClient client,
      Executor executor) {
    this.own = own;
    this.service = service;
    this.resolver = resolver;
    this.client = client;
    this.executor = executor;
    if (service.isPresent()) {
      lookUps.execute(() -> {}); // starts the thread now: later the system may have none left
    }
    given.forEach((node, url) -> byNode.put(node, new Peer(node, url)));
    byNode.remove(own); // so that all replicas can have the same list
  }

  List<Peer> all() {
    return List.copyOf(byNode.values());
  }

  /** Those that may serve something for this one. */
  List<Peer> serving() {
    return Stream.concat(byNode.values().stream(), former.stream()).toList();
  }

  private void forget(Peer peer) {
    if (byNode.remove(peer.node(), peer)) {
      former.add(peer);
    }
  }

  /** Why replicas are not found, or not by their names, for people; as of the last time. */
  List<String> problems() {
    return problems;
  }

  boolean areFoundByName() {
    return service.isPresent();
  }

  /**
   * The replica of that name; empty if there is none, or none is found in a few seconds because the
   * name server does not answer.
   */
  CompletableFuture<Optional<Peer>> find(String node) {
    Optional<Peer> known = known(node);
    return known.isPresent() || service.isEmpty() || node.equals(own)
        ? CompletableFuture.completedFuture(known)
        : lookUp()
            .copy()
            .orTimeout(longestFind().toNanos(), TimeUnit.NANOSECONDS)
            .handleAsync((done, failure) -> known(node), executor);
  }

  /** The wait for a look-up, the name server's time, and that of the replicas. */
  private Duration longestFind() {
    return NAME_SERVER.plusNanos(NANOS_BETWEEN_LOOKUPS).plus(client.patience());
  }

  /** Where replicas are found by a name, one that could not be reached may be elsewhere now. */
  private Optional<Peer> known(String node) {
    return Optional.ofNullable(byNode.get(node))
        .filter(peer -> service.isEmpty() || !peer.isUnreached());
  }

  /**
   * Look the name up and ask all replicas, after a while if that has just been done. Look-ups that
   * have begun do not count: their answers may be from before the node was there.
   */
  private CompletableFuture<Void> lookUp() {
    synchronized (lookUpLock) {
      if (nextLookUp.isEmpty()) {
        long wait = Math.max(0, lookedUpAt + NANOS_BETWEEN_LOOKUPS - System.nanoTime());
        Executor then = CompletableFuture.delayedExecutor(wait, TimeUnit.NANOSECONDS, lookUps);
        nextLookUp =
            Optional.of(
                CompletableFuture.supplyAsync(this::nextLookedUp, then).thenCompose(this::askAll));
      }
      return nextLookUp.get();
    }
  }

  private Set<URI> nextLookedUp() {
    synchronized (lookUpLock) {
      lookedUpAt = System.nanoTime();
      nextLookUp = Optional.empty();
    }
    return lookedUp();
  }

  /** Ask all replicas for their status. */
  CompletableFuture<Void> refresh() {
    return service.isPresent() ? lookUp() : askGiven();
  }

  /**
   * The same if the name has other addresses than before. To be called again when it has ended.
   *
   * @return whether it has
   */
  CompletableFuture<Boolean> review() {
    return service.isEmpty()
        ? CompletableFuture.completedFuture(false)
        : CompletableFuture.supplyAsync(this::lookedUp, lookUps)
            .thenCompose(
                found ->
                    addresses.equals(Optional.of(found))
                        ? CompletableFuture.completedFuture(false)
                        : askAll(found).thenApply(done -> true));
  }

  private static CompletableFuture<Void> allOf(List<CompletableFuture<Void>> each) {
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> askGiven() {
    Queue<String> found = new ConcurrentLinkedQueue<>();
    return allOf(all().stream().map(peer -> ask(peer, found)).toList())
        .thenRun(() -> problems = List.copyOf(found));
  }

  private CompletableFuture<Void> ask(Peer peer, Queue<String> found) {
    return client
        .status(peer.url(), PeerSignature.ANY)
        .thenAccept(
            status -> {
              status
                  .filter(said -> said.refusal().isEmpty() && !said.node().equals(peer.node()))
                  .ifPresent(said -> found.add(wrongName(peer, said)));
              peer.heard(status);
            });
  }

  private static String wrongName(Peer peer, PeerStatus said) {
    return "The node at %s is %s, not %s. Use its name: --peer %s=%s"
        .formatted(peer.url(), said.node(), peer.node(), said.node(), peer.url());
  }

  /** Ask at each of the name's addresses who is there. Without an address those known stay. */
  private CompletableFuture<Void> askAll(Set<URI> urls) {
    addresses = Optional.of(urls);
    if (urls.isEmpty()) {
      String name = service.orElseThrow().getHost();
      problems =
          List.of(
              "The name %s of --peers-dns has no address, so replicas that start are not found. Have DNS or /etc/hosts name them; \"getent ahosts %s\" shows what this machine knows"
                  .formatted(name, name));
      return CompletableFuture.completedFuture(null);
    }
    former.removeIf(peer -> peer.open.isEmpty());
    all().stream().filter(peer -> !urls.contains(peer.url())).forEach(this::forget);
    Queue<String> found = new ConcurrentLinkedQueue<>();
    return allOf(urls.stream().map(url -> askAt(url, found)).toList())
        .thenRun(() -> problems = List.copyOf(found));
  }

  private CompletableFuture<Void> askAt(URI url, Queue<String> found) {
    return client
        .status(url, PeerSignature.ANY)
        .thenAccept(
            status -> {
              if (status.filter(said -> said.refusal().isEmpty()).isPresent()) {
                isAt(status.get(), url);
              } else {
                isNotAt(url, status, found);
              }
            });
  }

  private void isAt(PeerStatus said, URI url) {
    all().stream()
        .filter(peer -> peer.node().equals(said.node()) != peer.url().equals(url))
        .forEach(this::forget);
    if (!said.node().equals(own)) {
      byNode.computeIfAbsent(said.node(), node -> new Peer(node, url)).heard(Optional.of(said));
    }
  }

  private void isNotAt(URI url, Optional<PeerStatus> status, Queue<String> found) {
    Optional<Peer> known = all().stream().filter(peer -> peer.url().equals(url)).findFirst();
    if (known.isPresent()) {
      known.get().heard(status);
      if (status.isPresent()) {
        known.get().unreached(); // something else is there now
      }
    } else {
      found.add(
          status
              .flatMap(PeerStatus::refusal)
              .map(why -> "The replica at %s refuses this node: %s".formatted(url, why))
              .orElse("No replica answers at %s".formatted(url)));
    }
  }

  /** The addresses of all replicas; none if the name has none. */
  private Set<URI> lookedUp() {
    URI named = service.orElseThrow();
    Set<URI> all = new HashSet<>();
    try {
      for (InetAddress address : resolver.addresses(named.getHost())) {
        all.add(
            new URI(
                named.getScheme(),
                null,
                address.getHostAddress(),
                named.getPort(),
                "/",
                null,
                null));
      }
    } catch (UnknownHostException e) {
      return Set.of();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("an address is a valid host", e);
    }
    return all;
  }
}
