package dev.bullpen.http.fleet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Signs what one replica asks of another, and checks it: that a replica has sent it, to this one,
 * just now, for the first time, and as it is.
 *
 * <p>The header {@code Bullpen-Peer} has five words: who sends it, to whom, the milliseconds since
 * 1970, a nonce, and HMAC-SHA256 of these and of the request.
 */
final class PeerSignature {
  static final String HEADER = "Bullpen-Peer";

  /** In place of a node's name, which one that asks for it does not know. */
  static final String ANY = "*";

  /** How far apart the clocks of two replicas may be, with the way of a request. */
  static final Duration SKEW = Duration.ofSeconds(30);

  /** Requests of a generation; more than replicas can send in that time. */
  private static final int MOST = 1_000_000;

  private static final int WORDS = 5;
  private static final int NONCE_BYTES = 16;

  /**
   * What is signed of a request.
   *
   * @param fields those that are passed on, as {@code name: value}
   */
  record Signed(String method, String path, List<String> fields, byte[] body) {
    private String text() {
      return String.join("\n", method, path, String.join("\n", fields), "", digest(body));
    }

    private static String digest(byte[] body) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      }
    }
  }

  private final String node;
  private final FleetKeys keys;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  private final Object seenLock = new Object();

  /** The nonces that were good, of this generation and the one before. */
  private Set<String> seen = new HashSet<>();

  private Set<String> seenBefore = new HashSet<>();
  private Instant generationEnds = Instant.MIN;

  /**
   * @param node the name of this replica
   */
  PeerSignature(String node, FleetKeys keys, InstantSource clock) {
    this.node = node;
    this.keys = keys;
    this.clock = clock;
  }

  /** The header that goes with a request. */
  String sign(String to, Signed request) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    String claim =
        String.join(" ", node, to, Long.toString(clock.millis()), HexFormat.of().formatHex(nonce));
    return claim + " " + mac(keys.current().get(0), claim, request);
  }

  private static String mac(FleetKey key, String claim, Signed request) {
    return HexFormat.of().formatHex(FleetKey.mac(key.signature(), claim + "\n" + request.text()));
  }

  /**
   * Check a request, and remember it.
   *
   * @return why it is refused; empty if it is not
   */
  Optional<String> objection(String header, Signed request) {
    String[] words = header.split(" ");
    if (words.length != WORDS) {
      return Optional.of("The signature cannot be read");
    }
    String claim = header.substring(0, header.lastIndexOf(' '));
    boolean isSigned =
        keys.current().stream()
            .anyMatch(key -> isEqual(words[WORDS - 1], mac(key, claim, request)));
    if (!isSigned) {
      return Optional.of("The signature is not one of this fleet");
    }
    if (!words[1].equals(node) && !words[1].equals(ANY)) {
      return Optional.of("The request is for another node");
    }
    Instant now = clock.instant();
    Duration age = Duration.between(Instant.ofEpochMilli(Long.parseLong(words[2])), now).abs();
    if (age.compareTo(SKEW) > 0) {
      return Optional.of("The signature is too old, or the clocks of two nodes differ");
    }
    return remember(words[3], now) ? Optional.empty() : Optional.of("The request has come before");
  }

  private static boolean isEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Note a nonce; false if it has come before, or no more can be noted. */
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
