package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("MR-07, MR-08: what a client brings back is what it was given, for this call")
class StateSealTests {
  private static final int LIMIT_SECONDS = 50;
  private static final String METHOD = "tools/call";
  private static final Duration TTL = Duration.ofMillis(500);
  private static final Instant SEALED = Instant.ofEpochMilli(1_000_000);
  private static final Instant EXPIRES = SEALED.plus(TTL);
  private static final Instant BEFORE = EXPIRES.minusMillis(1);
  private static final ObjectNode ARGUMENTS = object("{'a':{'y':1,'x':[1,2]},'b':1.50}");

  private static final StateSeal.Call CALL = call(METHOD, "t", ARGUMENTS);

  private static StateSeal.Call call(String method, String name, ObjectNode arguments) {
    return new StateSeal.Call("ann", method, name, arguments);
  }

  private final StateSeal seal = new StateSeal(TTL, false);

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'z':1.0,'a':null,'é':'💩'}", "{'s':'\\ud800'}"})
  void a_state_comes_back_as_it_went_out(String state) throws JsonRpcException {
    assertEquals(object(state), open(sealed(state)));
    assertEquals(text(object(state)), text(open(sealed(state))));
  }

  @Test
  void a_state_may_come_back_more_than_once() throws JsonRpcException {
    String sealed = sealed("{'a':1}");
    assertEquals(open(sealed), open(sealed));
  }

  @Test
  void a_state_that_may_be_used_once_comes_back_once() throws JsonRpcException {
    StateSeal once = new StateSeal(TTL, true);
    String sealed = once.seal(object("{'a':1}"), CALL, SEALED);
    String other = once.seal(object("{'a':1}"), CALL, SEALED);
    assertRefused(() -> once.open(sealed, call(METHOD, "u", ARGUMENTS), SEALED), " not given ");
    once.open(sealed, CALL, SEALED);
    once.open(sealed, CALL, SEALED);
    once.use(sealed, "ann", SEALED);
    assertRefused(() -> once.use(sealed, "ann", BEFORE), " used");
    once.use(other, "ann", BEFORE);
    assertRefused(() -> once.open(sealed, CALL, EXPIRES), " expired");
  }

  @Test
  void what_has_been_used_is_known_as_long_as_it_could_be_used_again() {
    StateSeal.UsedSeals used = new StateSeal.UsedSeals(TTL);
    String name = "x".repeat(StateSeal.NONCE_CHARS);
    for (int round = 0; round < 3; round++) {
      Instant now = SEALED.plus(TTL.multipliedBy(3L * round)).plusMillis(1);
      assertTrue(used.add("y".repeat(StateSeal.NONCE_CHARS), "ann", now.minusMillis(1)));
      assertTrue(used.add(name, "ann", now));
      assertFalse(used.add(name, "ann", now.plus(TTL).minusMillis(1)));
      assertFalse(used.add(name + "more", "ann", now.plus(TTL)));
    }
  }

  @Test
  void a_principal_that_uses_as_many_as_can_be_noted_leaves_an_equal_part_to_another() {
    StateSeal.UsedSeals used = new StateSeal.UsedSeals(TTL);
    int most = StateSeal.UsedSeals.MOST;
    assertEquals(most, useAll(used, "ann"));
    assertEquals(most / 2, useAll(used, "bob"));
    assertEquals(most / 3, useAll(used, "cid"));
    assertEquals(2 * most - most - most / 2 - most / 3, useAll(used, "dan"));
    assertTrue(used.add("0".repeat(StateSeal.NONCE_CHARS), "eve", EXPIRES));
  }

  private static int useAll(StateSeal.UsedSeals used, String principal) {
    int count = 0;
    while (used.add(principal + "%013d".formatted(count), principal, SEALED)) {
      count++;
    }
    return count;
  }

  @Test
  void it_is_known_whose_a_state_is_and_who_has_been_given_one() throws JsonRpcException {
    StateSeal fresh = new StateSeal(TTL, false);
    assertFalse(fresh.isOf("ann", sealed("{}")));
    String sealed = fresh.seal(object("{}"), CALL, SEALED);
    assertTrue(fresh.isOf("ann", sealed));
    assertFalse(fresh.isOf("bob", sealed));
    assertFalse(fresh.isOf("ann", sealed + "A"));
    assertFalse(fresh.isOf("ann", "junk"));
    assertTrue(fresh.hasAsked(CALL) && fresh.mayHaveAsked(CALL));
    assertFalse(fresh.mayHaveAsked(call(METHOD, "u", ARGUMENTS)), "it stands alone");
    assertFalse(fresh.hasAsked(call(METHOD, "u", ARGUMENTS)));
    assertFalse(fresh.hasAsked(call("prompts/get", "t", ARGUMENTS)));
    assertFalse(fresh.hasAsked(new StateSeal.Call("bob", METHOD, "t", ARGUMENTS)));
    assertFalse(fresh.hasAsked(call(METHOD + " t", "", ARGUMENTS)));
  }

  @Test
  void who_has_been_given_one_is_forgotten_when_it_has_expired_if_there_are_many() {
    List<StateSeal.Call> early =
        Stream.iterate(0, number -> number < StateSeal.MANY, number -> number + 1)
            .map(number -> new StateSeal.Call("p" + number, METHOD, "t", ARGUMENTS))
            .toList();
    early.forEach(call -> seal.seal(object("{}"), call, SEALED));
    StateSeal.Call late = call(METHOD, "late", ARGUMENTS);
    seal.seal(object("{}"), late, BEFORE);
    assertTrue(early.stream().allMatch(seal::hasAsked), "as long as they may come back");
    seal.seal(object("{}"), CALL, EXPIRES);
    assertTrue(early.stream().noneMatch(seal::hasAsked));
    assertTrue(seal.hasAsked(late) && seal.hasAsked(CALL));
  }

  @Test
  void the_arguments_may_be_in_another_order() throws JsonRpcException {
    ObjectNode reordered = object("{'b':1.50,'a':{'x':[1,2],'y':1}}");
    assertEquals(
        object("{'a':1}"), seal.open(sealed("{'a':1}"), call(METHOD, "t", reordered), BEFORE));
  }

  @Test
  void no_client_can_read_it() {
    String sealed = sealed("{'secret':'plain'}");
    String bytes = new String(Base64.getUrlDecoder().decode(sealed), StandardCharsets.ISO_8859_1);
    assertFalse(bytes.contains("plain") || sealed.contains("plain"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 50})
  void a_shortage_of_descriptors_at_the_first_use_spoils_no_later_one(
      int left, @TempDir Path temporary) throws Exception {
    Path said = temporary.resolve("said");
    Process process =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -n 128; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "target/classes:target/test-classes:" + System.getProperty("jdk.module.path"),
                SealingInShortage.class.getName(),
                Integer.toString(left))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(said);
    assertEquals("sealed", lines.get(lines.size() - 1), lines.toString());
    assertEquals(2, lines.size(), lines.toString());
  }

  @Test
  void no_two_seals_are_the_same() {
    Set<String> seals = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      seals.add(sealed("{}"));
    }
    assertEquals(100, seals.size());
  }

  @Test
  void every_bit_counts() {
    byte[] bytes = Base64.getUrlDecoder().decode(sealed("{'a':1}"));
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] altered = bytes.clone();
      altered[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertForeign(Base64.getUrlEncoder().withoutPadding().encodeToString(altered));
    }
  }

  @Test
  void every_character_counts() {
    String sealed = sealed("{'a':12}");
    for (int i = 0; i < sealed.length(); i++) {
      for (char other : "AQgw-_=+ ".toCharArray()) {
        if (other != sealed.charAt(i)) {
          assertForeign(sealed.substring(0, i) + other + sealed.substring(i + 1));
        }
      }
    }
  }

  @Test
  void nothing_may_be_missing_or_added() {
    String sealed = sealed("{'a':1}");
    for (int length = 0; length < sealed.length(); length++) {
      assertForeign(sealed.substring(0, length));
      assertForeign(sealed.substring(sealed.length() - length));
    }
    for (String more : new String[] {"A", "=", "==", "\n", "AAAA", "x", "-tampered"}) {
      assertForeign(sealed + more);
      assertForeign(more + sealed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'a':{'y':1,'x':[2,1]},'b':1.50}", "{'a':{'y':1,'x':[1,2]}}"})
  void other_arguments_are_another_call(String arguments) {
    String sealed = sealed("{}");
    assertRefused(
        () -> seal.open(sealed, call(METHOD, "t", object(arguments)), BEFORE), " not given ");
  }

  @Test
  void another_tool_or_method_is_another_call() {
    String sealed = sealed("{}");
    assertRefused(() -> seal.open(sealed, call(METHOD, "u", ARGUMENTS), BEFORE), " not given ");
    assertRefused(
        () -> seal.open(sealed, call("prompts/get", "t", ARGUMENTS), BEFORE), " not given ");
    assertRefused(
        () -> seal.open(sealed, call(METHOD + "t", "", ARGUMENTS), BEFORE), " not given ");
  }

  @Test
  void nothing_outlives_its_time() throws JsonRpcException {
    String sealed = sealed("{'a':1}");
    assertEquals(object("{'a':1}"), seal.open(sealed, CALL, BEFORE));
    assertRefused(() -> seal.open(sealed, CALL, EXPIRES), " expired");
    assertRefused(() -> seal.open(sealed, CALL, EXPIRES.plusMillis(1)), " expired");
  }

  @Test
  void no_other_object_can_open_it() {
    StateSeal other = new StateSeal(TTL, false);
    String sealed = other.seal(object("{}"), CALL, SEALED);
    assertForeign(sealed);
    assertNotEquals(sealed, sealed("{}"));
  }

  @Test
  void a_state_is_worth_nothing_to_another_principal() {
    String sealed = sealed("{}");
    for (String other : List.of("bob", "an", "anna", "", "\",\"ann")) {
      StateSeal.Call others = new StateSeal.Call(other, METHOD, "t", ARGUMENTS);
      assertRefused(() -> seal.open(sealed, others, BEFORE), " not given ");
      assertRefused(() -> seal.open(sealed, others, EXPIRES), " not given ");
    }
  }

  private String sealed(String state) {
    return seal.seal(object(state), CALL, SEALED);
  }

  private ObjectNode open(String sealed) throws JsonRpcException {
    return seal.open(sealed, CALL, BEFORE);
  }

  private void assertForeign(String sealed) {
    assertRefused(() -> open(sealed), " not given ");
  }

  private static void assertRefused(Executable opening, String part) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, opening);
    assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
    assertEquals(true, refusal.error().message().contains(part), refusal.getMessage());
  }
}
