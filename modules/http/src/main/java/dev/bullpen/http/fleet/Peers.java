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

/** The other replicas by node name, as given or as found in DNS. */
final class Peers {
  /** The least time between two DNS queries for an unknown name. */
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
   * @param given URLs by node name
   * @param service a URL whose host resolves to the addresses of all replicas, if DNS is used
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
    byNode.remove(own); // so that all replicas can have the same list
  }

  List<Peer> all() {
    return List.copyOf(byNode.values());
  }

  /** The replica with this name; empty if there is none. */
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

  /** Ask all replicas for their status. */
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
          "The node at %s is %s, not %s. Use its name: --peer %s=%s."
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

  /** The addresses of all replicas; empty if DNS has none. */
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
      warnings.add(
          "DNS does not know the name %s of --peers-dns. Correct the name, or its record in DNS."
              .formatted(named.getHost()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("an address is a valid host", e);
    }
    return all;
  }
}
