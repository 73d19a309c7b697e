package dev.bullpen.http.fleet;

import dev.bullpen.project.file.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Signs requests between replicas, and checks them: a replica has sent the request to this one,
 * just now, for the first time, and it is unchanged.
 *
 * <p>The header {@code Bullpen-Peer} has six words: sender, receiver, milliseconds since 1970, a
 * nonce, the address of the client whose request it is, and the HMAC-SHA256 of these and of the
 * request. The answer to {@link PeerClient#STATUS} has a header of the same name: the HMAC of the
 * request's header and of the answer's body.
 */
final class PeerSignature {
  static final String HEADER = "Bullpen-Peer";

  /** Stands for any node, where the sender does not know the name. */
  static final String ANY = "*";

  /** Stands for a client in a replica's own requests. */
  static final String ITSELF = "-";

  /** The largest difference between two replicas' clocks, with a request's travel time. */
  static final Duration SKEW = Duration.ofSeconds(30);

  /** Nonces kept of a generation; more than replicas can send in that time. */
  private static final int MOST = 1_000_000;

  private static final int WORDS = 6;
  private static final int NONCE = 3;
  private static final int CLIENT = 4;
  private static final int NONCE_BYTES = 16;

  /**
   * The signed parts of a request.
   *
   * @param fields those that are forwarded, as {@code name: value}
   */
  record Signed(String method, String path, List<String> fields, byte[] body) {
    private String text() {
      return String.join(
          "\n", method, path, String.join("\n", fields), "", Fingerprint.sha256(body));
    }
  }

  private final String node;
  private final Supplier<List<FleetKey>> keys;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  private final Object seenLock = new Object();

  /** The nonces of accepted requests, of this generation and the one before. */
  private Set<String> seen = new HashSet<>();

  private Set<String> seenBefore = new HashSet<>();
  private Instant generationEnds = Instant.MIN;

  /**
   * @param node the name of this replica
   * @param keys one or two: the first is used, all are accepted
   */
  PeerSignature(String node, Supplier<List<FleetKey>> keys, InstantSource clock) {
    this.node = node;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * The header for a request.
   *
   * @param client the address of the client whose request it is, without blanks, or {@link #ITSELF}
   */
  String sign(String to, String client, Signed request) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    String claim =
        String.join(
            " ", node, to, Long.toString(clock.millis()), HexFormat.of().formatHex(nonce), client);
    return claim + " " + mac(keys.get().get(0), claim, request.text());
  }

  /**
   * The header for the answer to a request without an {@link #objection}.
   *
   * @param header of the request
   */
  String answer(String header, byte[] body) {
    return mac(keys.get().get(0), header, Fingerprint.sha256(body));
  }

  /**
   * Whether a replica of this fleet has given an answer to that very request.
   *
   * @param signed the answer's header
   * @param header of the request
   */
  boolean isAnswer(String signed, String header, byte[] body) {
    return isMac(signed, header, Fingerprint.sha256(body));
  }

  private boolean isMac(String mac, String claim, String text) {
    return keys.get().stream().anyMatch(key -> isEqual(mac, mac(key, claim, text)));
  }

  private static String mac(FleetKey key, String claim, String text) {
    return HexFormat.of().formatHex(FleetKey.mac(key.signature(), claim + "\n" + text));
  }

  /**
   * Check a request, and remember its nonce.
   *
   * @return why it is refused; empty if it is not
   */
  Optional<String> objection(String header, Signed request) {
    String[] words = header.split(" ");
    if (words.length != WORDS) {
      return Optional.of("The signature cannot be read");
    }
    String claim = header.substring(0, header.lastIndexOf(' '));
    if (!isMac(words[WORDS - 1], claim, request.text())) {
      return Optional.of("The signature was made with no key of this fleet");
    }
    if (!words[1].equals(node) && !words[1].equals(ANY)) {
      return Optional.of("The request is for another node");
    }
    Instant now = clock.instant();
    Duration age = Duration.between(Instant.ofEpochMilli(Long.parseLong(words[2])), now).abs();
    if (age.compareTo(SKEW) > 0) {
      return Optional.of("The signature is too old, or the clocks of two nodes differ");
    }
    return remember(words[NONCE], now)
        ? Optional.empty()
        : Optional.of("The request was received before");
  }

  /** Who has sent a request, and for which client; of a header without an objection. */
  static Fleet.Origin origin(String header) {
    String[] words = header.split(" ");
    return new Fleet.Origin(words[0], words[CLIENT]);
  }

  private static boolean isEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Remember a nonce; false if it is known, or if no more can be remembered. */
  private boolean remember(String nonce, Instant now) {
    synchronized (seenLock) {
      if (!now.isBefore(generationEnds)) {
        seenBefore = seen;
        seen = new HashSet<>();
        generationEnds = now.plus(SKEW.multipliedBy(2));
      }
      return !seenBefore.contains(nonce) && seen.size() < MOST && seen.add(nonce);
    }
  }
}
