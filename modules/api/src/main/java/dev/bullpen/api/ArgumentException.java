package dev.bullpen.api;

/** An argument is missing or of the wrong kind; the message names it. */
public final class ArgumentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** With that message, which is shown to the model or the person who gave the argument. */
  public ArgumentException(String message) {
    super(message);
  }

  static ArgumentException missing(String name, String wanted) {
    return new ArgumentException("\"%s\" is missing: it must be %s".formatted(name, wanted));
  }

  static ArgumentException wrong(String name, String wanted, Object value) {
    return new ArgumentException(
        "\"%s\" must be %s, not %s".formatted(name, wanted, kindOf(value)));
  }

  private static String kindOf(Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof String) {
      return "text";
    } else if (value instanceof Number number) {
      return number.toString();
    } else if (value instanceof Boolean flag) {
      return flag.toString();
    }
    return value instanceof java.util.Map ? "an object" : "a list";
  }
}
