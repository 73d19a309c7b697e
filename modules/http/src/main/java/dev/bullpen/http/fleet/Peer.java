package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.PeerSignature.Signed;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Another replica, and what it serves for this one. */
final class Peer {
  private final String node;
  private final URI url;

  /** What is forwarded to it and not over. */
  final Map<ForwardedRequest, Signed> open = new ConcurrentHashMap<>();

  /** Whether it is asked again and again if it is there. */
  final AtomicBoolean isWatched = new AtomicBoolean();

  /** How often in a row it has not answered. */
  final AtomicInteger silences = new AtomicInteger();

  private volatile Optional<PeerStatus> status = Optional.empty();

  /**
   * What it says of itself.
   *
   * @param fingerprint of its lists; empty while its project has not been read
   * @param refusal why it does not say it; else empty
   */
  record PeerStatus(String node, String fingerprint, Optional<String> refusal) {}

  /**
   * @param url without a path
   */
  Peer(String node, URI url) {
    this.node = node;
    this.url = url;
  }

  String node() {
    return node;
  }

  URI url() {
    return url;
  }

  /** What it has said last; empty if it did not answer. */
  Optional<PeerStatus> status() {
    return status;
  }

  void heard(Optional<PeerStatus> said) {
    status = said;
    if (said.isPresent()) {
      silences.set(0);
    } else {
      silences.incrementAndGet();
    }
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(node, url);
  }
}
