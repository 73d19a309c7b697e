package dev.bullpen.http.endpoint;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.server.client.SharedBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyTests {
  private final SharedBudget budget = new SharedBudget(90);

  private Body.Held of(String principal) {
    return new Body.Held(budget, principal);
  }

  @Test
  void a_body_is_held_until_its_call_and_its_request_are_over() {
    Body.Held first = of("alice");
    assertTrue(first.grow(30));
    assertTrue(first.grow(30));
    assertFalse(of("alice").grow(1));
    first.requestOver();
    assertFalse(of("alice").grow(1), "its call goes on");
    first.callOver();
    assertEquals(0, budget.held());
    first.callOver();
    first.requestOver();
    assertEquals(0, budget.held());
    Body.Held second = of("alice");
    assertTrue(second.grow(60));
    second.callOver();
    assertFalse(of("alice").grow(1), "its answer is not written yet");
    second.requestOver();
    assertEquals(0, budget.held());
  }

  @Test
  void a_principal_leaves_room_for_others() {
    while (of("alice").grow(10)) {}
    assertTrue(of("bob").grow(20));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 0",
        "{} | 1",
        "[1,2] | 2",
        "{\"a\":[{},{}],\"b\":2} | 6",
        "\"a,b{[\" | 0",
        "[\"\\\",\",1] | 2",
        "[\"\\\\\",1] | 2",
      })
  void the_values_of_a_text_are_counted_wherever_it_is_divided(String text, int values) {
    for (int at = 0; at <= text.length(); at++) {
      Body.Values counter = new Body.Values();
      int first = counter.in(text.substring(0, at).getBytes(US_ASCII));
      assertEquals(values, first + counter.in(text.substring(at).getBytes(US_ASCII)), text);
    }
  }
}
