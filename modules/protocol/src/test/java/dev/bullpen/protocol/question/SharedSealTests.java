package dev.bullpen.protocol.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** States that one replica of a fleet has sealed, at another. */
class SharedSealTests {
  private static final Duration TTL = Duration.ofMinutes(10);
  private static final byte[] OLD = key(1);
  private static final byte[] NEW = key(2);
  private static final ObjectNode STATE = Json.object().put("a", 1);
  private static final StateSeal.Call CALL = call("ann");

  /** Later than the start of every replica so far, also in the whole milliseconds of a state. */
  private static Instant now() {
    return Instant.now().plusSeconds(1);
  }

  private static byte[] key(int each) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) each);
    return key;
  }

  private static StateSeal.Call call(String principal) {
    return new StateSeal.Call(principal, "tools/call", "t", Json.object());
  }

  private static StateSeal replica(String node, byte[]... keys) {
    return replica(node, false, keys);
  }

  private static StateSeal replica(String node, boolean countsOnce, byte[]... keys) {
    SharedKeys shared =
        new SharedKeys() {
          @Override
          public String node() {
            return node;
          }

          @Override
          public List<byte[]> keys() {
            return List.of(keys);
          }
        };
    return new StateSeal(TTL, countsOnce, Optional.of(shared));
  }

  private static void assertForeign(StateSeal replica, String sealed, String principal) {
    JsonRpcException refused =
        assertThrows(JsonRpcException.class, () -> replica.open(sealed, call(principal), now()));
    assertTrue(refused.error().message().contains(" not given "), refused.error().message());
  }

  private static void assertLost(StateSeal replica, String sealed) {
    JsonRpcException refused =
        assertThrows(JsonRpcException.class, () -> replica.open(sealed, CALL, now()));
    assertEquals("node-lost", refused.error().data().path("reason").asString(""));
  }

  @Test
  void any_replica_goes_on_with_a_state_that_belongs_to_none() throws JsonRpcException {
    String sealed = replica("a", OLD).seal(STATE, CALL, now());
    assertEquals(Optional.empty(), StateSeal.node(sealed));
    assertTrue(replica("b", OLD).isOf("ann", sealed));
    assertFalse(replica("b", OLD).isOf("bob", sealed));
    assertTrue(replica("b", OLD).mayHaveAsked(CALL), "it does not know of the other's");
    assertEquals(STATE, replica("b", OLD).open(sealed, CALL, now()));
    assertForeign(replica("b", OLD), sealed, "bob");
  }

  @Test
  void a_key_is_replaced_while_states_are_out() throws JsonRpcException {
    String before = replica("a", OLD, NEW).seal(STATE, CALL, now());
    String after = replica("b", NEW, OLD).seal(STATE, CALL, now());
    for (StateSeal replica : List.of(replica("a", OLD, NEW), replica("b", NEW, OLD))) {
      assertEquals(STATE, replica.open(before, CALL, now()));
      assertEquals(STATE, replica.open(after, CALL, now()));
    }
    assertForeign(replica("c", NEW), before, "ann");
    assertFalse(replica("c", NEW).isOf("ann", before));
  }

  @Test
  void what_waits_in_one_replica_is_lost_without_it() throws JsonRpcException {
    StateSeal first = replica("a.example", OLD);
    String sealed = first.sealHere(STATE, CALL, now());
    assertEquals(Optional.of("a.example"), StateSeal.node(sealed));
    assertEquals(STATE, first.open(sealed, CALL, now()));
    assertLost(replica("b", OLD), sealed);
    assertForeign(replica("b", OLD), sealed, "bob");
    assertForeign(replica("b", OLD), "b" + sealed.substring(sealed.lastIndexOf('.')), "ann");
  }

  @Test
  void what_waited_before_a_replica_was_started_anew_is_lost() throws JsonRpcException {
    String sealed = replica("a", OLD).sealHere(STATE, CALL, Instant.now().minusSeconds(1));
    assertLost(replica("a", OLD), sealed);
    assertForeign(replica("a", OLD), sealed, "bob");
    String waitsForNone = replica("a", OLD).seal(STATE, CALL, Instant.now().minusSeconds(1));
    assertEquals(STATE, replica("a", OLD).open(waitsForNone, CALL, now()));
  }

  @Test
  void a_state_that_counts_once_stays_with_the_replica_that_counts_it() throws JsonRpcException {
    String sealed = replica("a", true, OLD).seal(STATE, CALL, now());
    assertEquals(Optional.of("a"), StateSeal.node(sealed));
    assertLost(replica("b", true, OLD), sealed);
  }
}
