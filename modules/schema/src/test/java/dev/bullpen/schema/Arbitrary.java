package dev.bullpen.schema;

import dev.bullpen.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Small schemas and values, made up by chance from few names so that they meet. */
final class Arbitrary {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("a", "b", "c/d", "e~f");
  private static final List<String> STRINGS = List.of("", "x", "yy", "😀z", "abc");
  private static final List<String> TYPES =
      List.of("object", "array", "string", "number", "integer", "boolean", "null");
  private static final List<BigDecimal> FRACTIONS =
      List.of(
          new BigDecimal("1.0"),
          new BigDecimal("1.5"),
          new BigDecimal("-0.0"),
          new BigDecimal("2E+0"),
          new BigDecimal("1E+400"),
          new BigDecimal("1E-400"));

  private final Random random;

  Arbitrary(Random random) {
    this.random = random;
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private ArrayNode some(List<String> all) {
    ArrayNode some = Json.array();
    all.forEach(
        each -> {
          if (random.nextBoolean()) {
            some.add(each);
          }
        });
    return some.isEmpty() ? some.add(all.get(0)) : some;
  }

  JsonNode schema(int depth) {
    ObjectNode schema = Json.object();
    if (depth == 3 && random.nextBoolean()) {
      schema.put("$schema", oneOf(List.of(Dialect.values())).id());
    }
    if (oneIn(3)) {
      schema.set("type", oneIn(2) ? some(TYPES) : NODES.stringNode(oneOf(TYPES)));
    }
    if (oneIn(6)) {
      schema.set("enum", some(STRINGS));
    }
    if (oneIn(5)) {
      schema.set("minimum", number());
    }
    if (oneIn(5)) {
      schema.set("maximum", number());
    }
    for (String bound : List.of("minLength", "maxLength", "minItems", "maxItems")) {
      if (oneIn(6)) {
        schema.put(bound, random.nextInt(4));
      }
    }
    if (oneIn(4)) {
      schema.set("required", some(NAMES));
    }
    if (depth > 0) {
      if (oneIn(2)) {
        ObjectNode members = schema.putObject("properties");
        some(NAMES).forEach(name -> members.set(name.stringValue(), schema(depth - 1)));
      }
      if (oneIn(3)) {
        schema.set("items", schema(depth - 1));
      }
    }
    if (oneIn(3)) {
      schema.put("additionalProperties", random.nextBoolean());
    }
    if (oneIn(5)) {
      schema.put("description", "d").put("default", 1).put("format", "date");
    }
    return schema;
  }

  JsonNode number() {
    return switch (random.nextInt(4)) {
      case 0 -> NODES.numberNode(oneOf(FRACTIONS));
      case 1 -> NODES.numberNode(BigInteger.TEN.pow(30));
      case 2 -> NODES.numberNode(random.nextLong());
      default -> NODES.numberNode(random.nextInt(5));
    };
  }

  JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 5)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2, 3 -> number();
      case 4 -> NODES.stringNode(oneOf(STRINGS));
      case 5, 6 -> {
        ArrayNode array = Json.array();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = Json.object();
        some(NAMES).forEach(name -> object.set(name.stringValue(), value(depth - 1)));
        yield object;
      }
    };
  }
}
