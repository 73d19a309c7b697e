package dev.bullpen.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Revision;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A request that claims to be a replica's, made by the rules that replicas follow: the header
 * {@code Bullpen-Peer} has sender, receiver, milliseconds since 1970, a nonce, where the client is,
 * and an HMAC of these and of the request. That of an answer is the HMAC of the request's header
 * and of the answer's body.
 */
final class PeerRequest {
  private static final String HEADER = "Bullpen-Peer";
  private static final String SENDER = "node-a";
  private static final HttpCall WHO =
      new HttpCall(Revision.V2026_07_28, "GET /peer", List.of(), "");

  /** Of RFC 5737: no host has it. */
  static final String CLIENT = "203.0.113.7:1234";

  private static final Set<String> SIGNED =
      Set.of(
          "accept",
          "authorization",
          "content-type",
          "mcp-protocol-version",
          "mcp-session-id",
          "mcp-method",
          "mcp-name");

  /**
   * The answer to the question who is there.
   *
   * @param isProved whether it is signed with the key of the question; a replica signs with the
   *     first of its keys
   */
  record Reply(int status, boolean isProved) {}

  private final Fleet fleet;
  private final String key;
  private long millis = System.currentTimeMillis();

  /**
   * @param key of the fleet, or another
   */
  PeerRequest(Fleet fleet, String key) {
    this.fleet = fleet;
    this.key = key;
  }

  /** Signed so long before it is sent. */
  PeerRequest before(long seconds) {
    millis -= 1000 * seconds;
    return this;
  }

  /** Ask who is there. */
  Reply to(Replica replica) {
    Client client = fleet.client(Fleet.ALICE).at(replica);
    String signature = signature(replica.node(), WHO);
    try (HttpConnection connection = client.connect()) {
      HttpReply reply = connection.send(WHO.header(HEADER, signature), fleet.heard(WHO.revision()));
      String proof = mac(signature + "\n" + digest(reply.body()));
      return new Reply(reply.status(), reply.header(HEADER).equals(proof));
    }
  }

  /** A call as it would be passed on to a node. */
  HttpCall signed(String node, HttpCall call) {
    return call.header(HEADER, signature(node, call));
  }

  private String signature(String node, HttpCall call) {
    String[] target = call.target().split(" ");
    TreeSet<String> fields =
        call.headers().stream()
            .map(PeerRequest::lowerCase)
            .filter(field -> SIGNED.contains(field.split(":")[0]))
            .collect(Collectors.toCollection(TreeSet::new));
    String claim =
        String.join(" ", SENDER, node, "" + millis, Fleet.secret().substring(32), CLIENT);
    String text =
        String.join(
            "\n", claim, target[0], target[1], String.join("\n", fields), "", digest(call.body()));
    return claim + " " + mac(text);
  }

  /** Of a text, with what is derived from the key for this. */
  private String mac(String text) {
    byte[] derived = mac(HexFormat.of().parseHex(key), "bullpen peer");
    return HexFormat.of().formatHex(mac(derived, text));
  }

  private static String lowerCase(String field) {
    int colon = field.indexOf(':');
    return field.substring(0, colon).toLowerCase(Locale.ROOT) + field.substring(colon);
  }

  private static String digest(String body) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] mac(byte[] secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
