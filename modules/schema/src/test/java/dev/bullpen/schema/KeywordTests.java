package dev.bullpen.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keyword by keyword: values that a schema allows, and values that it does not. */
class KeywordTests {
  static List<Arguments> cases() throws Exception {
    List<Arguments> cases = new ArrayList<>();
    for (Dialect dialect : Dialect.values()) {
      for (String file : List.of("common", file(dialect))) {
        try (InputStream in = KeywordTests.class.getResourceAsStream(file + ".json")) {
          for (JsonNode each : Json.parse(in.readAllBytes())) {
            String name = dialect.text() + ": " + each.get("about").stringValue();
            cases.add(Arguments.of(Named.of(name, named(each.get("schema"), dialect)), each));
          }
        }
      }
    }
    return cases;
  }

  private static String file(Dialect dialect) {
    return switch (dialect) {
      case DRAFT_2020_12 -> "draft-2020-12";
      case DRAFT_2019_09 -> "draft-2019-09";
      case DRAFT_07 -> "draft-07";
    };
  }

  private static JsonNode named(JsonNode schema, Dialect dialect) {
    if (schema.isBoolean()) {
      return schema;
    }
    ObjectNode named = Json.object().put("$schema", dialect.id());
    schema.properties().forEach(member -> named.set(member.getKey(), member.getValue()));
    return named;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_value_is_valid_exactly_when_the_keyword_allows_it(JsonNode schema, JsonNode each)
      throws Exception {
    Schema compiled = Schema.compile(schema);
    for (JsonNode value : each.get("valid")) {
      assertEquals(List.of(), compiled.check(value), "for " + value);
    }
    for (JsonNode value : each.get("invalid")) {
      assertEquals(false, compiled.check(value).isEmpty(), "for " + value);
    }
  }
}
