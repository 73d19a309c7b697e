package dev.bullpen.json;

import java.math.BigDecimal;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;

/**
 * A number that would be written in another way than it was read: {@code 1e5}, {@code 0.0000001},
 * {@code -0}. Its value is that of any other number, but it is written as it was read: what a
 * client sends and what a script prints are passed on unchanged.
 */
sealed interface Spelling {
  /** As it was read. */
  String written();

  /** A node of the integer that a parser is at. */
  static JsonNode of(JsonParser in, int value) {
    boolean isSigned = value == 0 && in.getStringLength() > 1;
    return isSigned ? new MinusZero() : Json.NODES.numberNode(value);
  }

  /** A node of the number with a fraction or an exponent that a parser is at. */
  static JsonNode of(JsonParser in, BigDecimal value) {
    String written = in.getString();
    return value.toString().equals(written)
        ? Json.NODES.numberNode(value)
        : new Fraction(value, written);
  }

  /** One with a fraction or an exponent. */
  final class Fraction extends DecimalNode implements Spelling {
    private static final long serialVersionUID = 1;

    private final String written;

    Fraction(BigDecimal value, String written) {
      super(value);
      this.written = written;
    }

    @Override
    public String written() {
      return written;
    }
  }

  /** The only integer of two spellings. */
  final class MinusZero extends IntNode implements Spelling {
    private static final long serialVersionUID = 1;

    MinusZero() {
      super(0);
    }

    @Override
    public String written() {
      return "-0";
    }
  }
}
