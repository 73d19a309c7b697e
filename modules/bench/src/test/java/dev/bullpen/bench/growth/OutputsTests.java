package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OutputsTests {
  @ParameterizedTest
  @ValueSource(ints = {1024, 10 * 1024, 100 * 1024 + 1})
  void it_is_as_long_as_it_should_be(int bytes) {
    assertEquals(bytes, Outputs.text(bytes).length());
    assertEquals(bytes, Outputs.json(bytes).length());
  }

  @Test
  void json_is_an_array_of_different_strings() throws Exception {
    JsonNode array = Json.parse(Outputs.json(10 * 1024));
    HashSet<String> different = new HashSet<>();
    array.forEach(value -> different.add(value.stringValue()));
    assertEquals(162, array.size());
    assertEquals(162, different.size());
  }
}
