package dev.bullpen.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Whole numbers, however they are written: {@code 16}, {@code 16.0}, {@code 1.6e1}. */
public final class WholeNumber {
  private WholeNumber() {}

  /**
   * The whole number that a value is. A number without a fraction is an integer (JSON Schema
   * 2020-12, validation, section 6.1.1). Empty also for more than {@link Json#MAX_DIGITS} digits,
   * which a short text with an exponent can have.
   */
  public static Optional<BigInteger> of(JsonNode value) {
    if (value.isIntegralNumber()) {
      return Optional.of(value.bigIntegerValue());
    }
    return value.isNumber() ? of(value.decimalValue()) : Optional.empty();
  }

  private static Optional<BigInteger> of(BigDecimal number) {
    if (number.signum() == 0) {
      return Optional.of(BigInteger.ZERO);
    }
    long digits = (long) number.precision() - number.scale();
    if (digits < 1 || digits > Json.MAX_DIGITS) {
      return Optional.empty(); // less than one, or too large to be written out
    }
    try {
      return Optional.of(number.toBigIntegerExact());
    } catch (ArithmeticException e) {
      return Optional.empty(); // it has a fraction
    }
  }
}
