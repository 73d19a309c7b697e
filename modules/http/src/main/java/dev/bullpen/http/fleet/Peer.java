package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.PeerSignature.Signed;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Another replica, and the requests it serves for this one. */
final class Peer {
  /** It is gone after this many periodic checks in a row without an answer. */
  private static final int SILENCES = 2;

  private final String node;
  private final URI url;

  /** The forwarded requests in progress. */
  final Map<ForwardedRequest, Signed> open = new ConcurrentHashMap<>();

  /** Whether periodic checks of the replica are running. */
  final AtomicBoolean isWatched = new AtomicBoolean();

  /** The number of consecutive periodic checks without an answer. */
  final AtomicInteger silences = new AtomicInteger();

  private volatile Optional<PeerStatus> status = Optional.empty();

  /** No connection to it could be made, and it has not answered since. */
  private volatile boolean isUnreached;

  /**
   * A replica's status, from itself.
   *
   * @param fingerprint of its lists; empty while its project has not been read
   * @param refusal why it refuses to answer; empty if it does not
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

  /** Its last status; empty if it did not answer. */
  Optional<PeerStatus> status() {
    return status;
  }

  boolean isUnreached() {
    return isUnreached;
  }

  void unreached() {
    isUnreached = true;
  }

  /** What it has answered, for whatever reason it was asked. */
  void heard(Optional<PeerStatus> said) {
    status = said;
    if (said.isPresent()) {
      silences.set(0);
      isUnreached = false;
    }
  }

  /**
   * The same of a periodic check. Only these count as silences: one standstill of this process
   * would otherwise count twice if it is asked for two reasons at once, as when this one starts.
   *
   * @return whether the replica is gone
   */
  boolean checked(Optional<PeerStatus> said) {
    heard(said);
    return said.isEmpty() && silences.incrementAndGet() >= SILENCES;
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(node, url);
  }
}
