package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateMatchTests {
  @ParameterizedTest
  @CsvSource({
    "a://{x}, a://, x, ''",
    "a://{x}/{y}, a://1, x, 1",
    "a://{x}/{y}, a://1/2, y, 2",
    "a://{x}.txt, a://re, x, re",
  })
  void the_variable_is_the_one_that_the_end_of_the_typed_text_is_in(
      String template, String typed, String variable, String value) {
    TemplateMatch match = TemplateMatch.of(template, typed).orElseThrow();

    assertEquals(variable, match.variable());
    assertEquals(value, match.value());
  }

  @ParameterizedTest
  @CsvSource({"a://{x}, b://1", "a://{x}, a:", "a://b, a://b", "a://{x}.txt, a://r.txt"})
  void a_text_of_another_shape_or_a_whole_one_matches_nothing(String template, String typed) {
    assertTrue(TemplateMatch.of(template, typed).isEmpty());
  }

  @Test
  void a_value_is_put_in_its_place_and_encoded_unless_it_may_have_reserved_letters() {
    TemplateMatch first = TemplateMatch.of("a://{x}/{+y}", "a://k").orElseThrow();
    assertEquals("a://k%2Fl%20m/", first.with("k/l m"));

    TemplateMatch second = TemplateMatch.of("a://{x}/{+y}", "a://k/").orElseThrow();
    assertEquals("a://k/l/m", second.with("l/m"));
    assertEquals(Map.of("x", "k"), second.others());
  }
}
