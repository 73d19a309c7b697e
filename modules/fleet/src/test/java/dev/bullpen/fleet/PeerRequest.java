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
 * and an HMAC of these and of the request.
 */
final class PeerRequest {
  private static final String HEADER = "Bullpen-Peer";
  private static final String SENDER = "node-a";

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
  HttpReply to(Replica replica) {
    Client client = fleet.client(Fleet.ALICE).at(replica);
    HttpCall asking = new HttpCall(Revision.V2026_07_28, "GET /peer", List.of(), "");
    HttpCall signed = signed(replica.node(), asking);
    try (HttpConnection connection = client.connect()) {
      HttpReply reply = connection.send(signed, fleet.heard(Revision.V2026_07_28));
      reply.status();
      return reply;
    }
  }

  /** A call as it would be passed on to a node. */
  HttpCall signed(String node, HttpCall call) {
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
    byte[] derived = mac(HexFormat.of().parseHex(key), "bullpen peer");
    return call.header(HEADER, claim + " " + HexFormat.of().formatHex(mac(derived, text)));
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
