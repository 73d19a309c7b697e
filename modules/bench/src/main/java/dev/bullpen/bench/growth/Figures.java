package dev.bullpen.bench.growth;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers for people: three digits that count, and a blank before every three. */
final class Figures {
  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
  private static final int FROM = 100;

  private Figures() {}

  /** From 100 on all digits before the point, since rounded ones would look exact. */
  static String text(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded =
        Math.abs(value) < FROM ? exact.round(THREE) : exact.setScale(0, RoundingMode.HALF_UP);
    String plain = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return plain.contains(".") ? plain : plain.replaceAll("\\B(?=(\\d{3})+$)", " ");
  }
}
