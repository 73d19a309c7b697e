package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.Peer.PeerStatus;
import dev.bullpen.project.file.Warnings;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The other replicas, by the names of their nodes: those that are given, or those that DNS has. */
final class Peers {
  /** A name that is not known is looked for in DNS, but no more often than this. */
  private static final long NANOS_BETWEEN_LOOKUPS = TimeUnit.SECONDS.toNanos(1);

  private final String own;
  private final Optional<URI> service;
  private final PeerClient client;
  private final Executor executor;
  private final Warnings warnings;
  private final Map<String, Peer> byNode = new ConcurrentHashMap<>();
  private final AtomicLong lookedUpAt;

  /**
   * @param own the name of this node
   * @param given by node
   * @param service whose name has the addresses of all replicas, if they are to be found by it
   */
  Peers(
      String own,
      Map<String, URI> given,
      Optional<URI> service,
      PeerClient client,
      Executor executor,
      Warnings warnings) {
    this.own = own;
    this.service = service;
    this.client = client;
    this.executor = executor;
    this.warnings = warnings;
    this.lookedUpAt = new AtomicLong(System.nanoTime() - NANOS_BETWEEN_LOOKUPS);
    given.forEach((node, url) -> byNode.put(node, new Peer(node, url)));
    byNode.remove(own); // so that all replicas can be given the same list
  }

  List<Peer> all() {
    return List.copyOf(byNode.values());
  }

  /** The replica of that name; empty if there is none. */
  CompletableFuture<Optional<Peer>> find(String node) {
    Optional<Peer> known = Optional.ofNullable(byNode.get(node));
    if (known.isPresent() || service.isEmpty() || node.equals(own)) {
      return CompletableFuture.completedFuture(known);
    }
    long now = System.nanoTime();
    long last = lookedUpAt.get();
    return now - last >= NANOS_BETWEEN_LOOKUPS && lookedUpAt.compareAndSet(last, now)
        ? lookUp().thenApply(done -> Optional.ofNullable(byNode.get(node)))
        : CompletableFuture.completedFuture(Optional.empty());
  }

  /** Ask all who they are, and what they have. */
  CompletableFuture<Void> refresh() {
    return service.isPresent() ? lookUp() : allOf(all().stream().map(this::ask).toList());
  }

  private static CompletableFuture<Void> allOf(List<CompletableFuture<Void>> each) {
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> ask(Peer peer) {
    return client
        .status(peer.url(), PeerSignature.ANY)
        .thenAccept(
            status -> {
              status.ifPresent(said -> checkName(peer, said));
              peer.heard(status);
            });
  }

  private void checkName(Peer peer, PeerStatus said) {
    if (said.refusal().isEmpty() && !said.node().equals(peer.node())) {
      warnings.add(
          "At %s there is the node %s, and not %s. Give it its name: --peer %s=%s."
              .formatted(peer.url(), said.node(), peer.node(), said.node(), peer.url()));
    }
  }

  private CompletableFuture<Void> lookUp() {
    return CompletableFuture.supplyAsync(this::addresses, executor)
        .thenCompose(
            found -> {
              byNode.values().removeIf(peer -> !found.isEmpty() && !found.contains(peer.url()));
              return allOf(found.stream().map(this::discover).toList());
            });
  }

  private CompletableFuture<Void> discover(URI url) {
    return client
        .status(url, PeerSignature.ANY)
        .thenAccept(status -> status.ifPresent(said -> discovered(said, url)));
  }

  private void discovered(PeerStatus said, URI url) {
    if (said.refusal().isPresent()) {
      warnings.add("The replica at %s refuses this node: %s.".formatted(url, said.refusal().get()));
    } else if (!said.node().equals(own)) {
      byNode
          .compute(
              said.node(),
              (node, known) ->
                  known != null && known.url().equals(url) ? known : new Peer(node, url))
          .heard(Optional.of(said));
    }
  }

  /** Of all replicas; empty if DNS has none. */
  private List<URI> addresses() {
    URI named = service.orElseThrow();
    List<URI> all = new ArrayList<>();
    try {
      for (InetAddress address : InetAddress.getAllByName(named.getHost())) {
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
      warnings.add("The name %s of --peers-dns is not known to DNS.".formatted(named.getHost()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("an address is a host", e);
    }
    return all;
  }
}
