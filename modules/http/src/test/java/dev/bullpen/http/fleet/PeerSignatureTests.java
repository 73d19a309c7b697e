package dev.bullpen.http.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.fleet.PeerSignature.Signed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerSignatureTests {
  private static final FleetKey OLD = FleetKey.of(new byte[] {1});
  private static final FleetKey NEW = FleetKey.of(new byte[] {2});
  private static final String CLIENT = "10.0.0.9:1234";
  private static final Signed REQUEST = request("POST", "/mcp", "accept: a", "{}");

  private Instant now = Instant.parse("2026-11-27T12:00:00Z");
  private final PeerSignature sender = replica("a", OLD);
  private final PeerSignature receiver = replica("b", OLD);

  private PeerSignature replica(String node, FleetKey... keys) {
    return new PeerSignature(node, () -> List.of(keys), () -> now);
  }

  private static Signed request(String method, String path, String field, String body) {
    return new Signed(method, path, List.of(field), body.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String why, Optional<String> objection) {
    assertTrue(objection.orElse("none").contains(why), objection.toString());
  }

  @Test
  void what_a_replica_sends_is_taken_once() {
    String header = sender.sign("b", CLIENT, REQUEST);
    assertEquals(Optional.empty(), receiver.objection(header, REQUEST));
    assertRefused("before", receiver.objection(header, REQUEST));
    now = now.plus(PeerSignature.SKEW);
    assertRefused("before", receiver.objection(header, REQUEST));
    now = now.plus(PeerSignature.SKEW);
    assertRefused("too old", receiver.objection(header, REQUEST));
  }

  @Test
  void its_sender_vouches_for_the_address_of_its_client() {
    assertEquals(
        new Fleet.Origin("a", CLIENT), PeerSignature.origin(sender.sign("b", CLIENT, REQUEST)));
  }

  @Test
  void two_signatures_of_a_request_differ() {
    String first = sender.sign("b", CLIENT, REQUEST);
    String second = sender.sign("b", CLIENT, REQUEST);
    assertNotEquals(first, second);
    assertEquals(Optional.empty(), receiver.objection(first, REQUEST));
    assertEquals(Optional.empty(), receiver.objection(second, REQUEST));
  }

  @Test
  void nothing_of_a_request_may_be_changed() {
    for (Signed changed :
        List.of(
            request("GET", "/mcp", "accept: a", "{}"),
            request("POST", "/peer", "accept: a", "{}"),
            request("POST", "/mcp", "accept: b", "{}"),
            request("POST", "/mcp", "accept: a", "{} "))) {
      assertRefused(
          "no key of this fleet", receiver.objection(sender.sign("b", CLIENT, REQUEST), changed));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void no_word_of_a_signature_may_be_changed(int word) {
    String[] words = sender.sign("b", CLIENT, REQUEST).split(" ");
    words[word] = words[word].startsWith("1") ? "2" : "1";
    assertRefused("no key of this fleet", receiver.objection(String.join(" ", words), REQUEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a", "a b 1 2 3", "a b 1 2 3 4 5"})
  void what_is_no_signature_is_refused(String header) {
    assertRefused("cannot be read", receiver.objection(header, REQUEST));
  }

  @Test
  void a_request_is_for_one_node_or_for_any() {
    assertRefused("another node", receiver.objection(sender.sign("c", CLIENT, REQUEST), REQUEST));
    assertEquals(
        Optional.empty(),
        receiver.objection(sender.sign(PeerSignature.ANY, CLIENT, REQUEST), REQUEST));
  }

  @Test
  void clocks_may_differ_a_little() {
    String header = sender.sign("b", CLIENT, REQUEST);
    Instant sent = now;
    for (Duration apart :
        List.of(PeerSignature.SKEW.plusMillis(1), PeerSignature.SKEW.plusMillis(1).negated())) {
      now = sent.plus(apart);
      assertRefused("too old", receiver.objection(header, REQUEST));
    }
    now = sent.minus(PeerSignature.SKEW);
    assertEquals(Optional.empty(), receiver.objection(header, REQUEST));
  }

  @Test
  void an_answer_is_to_one_request_and_may_not_be_changed() {
    String header = sender.sign("b", CLIENT, REQUEST);
    byte[] body = {1, 2};
    String answer = receiver.answer(header, body);
    assertTrue(sender.isAnswer(answer, header, body));
    assertFalse(sender.isAnswer(answer, sender.sign("b", CLIENT, REQUEST), body));
    assertFalse(sender.isAnswer(answer, header, new byte[] {1, 3}));
    assertFalse(sender.isAnswer(replica("b", NEW).answer(header, body), header, body));
    assertFalse(sender.isAnswer("", header, body));
    assertFalse(sender.isAnswer(header.substring(header.lastIndexOf(' ') + 1), header, body));
  }

  @Test
  void a_key_is_replaced_without_a_refusal() {
    PeerSignature one = replica("a", OLD, NEW);
    PeerSignature other = replica("b", NEW, OLD);
    byte[] body = {1};
    assertTrue(one.isAnswer(other.answer("header", body), "header", body));
    assertTrue(other.isAnswer(one.answer("header", body), "header", body));
    assertEquals(Optional.empty(), other.objection(one.sign("b", CLIENT, REQUEST), REQUEST));
    assertEquals(Optional.empty(), one.objection(other.sign("a", CLIENT, REQUEST), REQUEST));
    assertRefused(
        "no key of this fleet",
        replica("c", NEW).objection(one.sign("c", CLIENT, REQUEST), REQUEST));
  }
}
