package dev.bullpen.bench.growth;

/** What scripts print, to the byte so long. */
final class Outputs {
  /** As editors and terminals have it. */
  private static final String LINE =
      "All work and no play makes a helper a dull one, says the job.";

  /** With its quotes 62 bytes. */
  private static final String VALUE = "\"%060d\"";

  private Outputs() {}

  /** Lines of text. */
  static String text(int bytes) {
    StringBuilder text = new StringBuilder(bytes + LINE.length() + 1);
    while (text.length() < bytes) {
      text.append(LINE).append('\n');
    }
    text.setLength(bytes);
    return text.toString();
  }

  /** A JSON array of strings that are all different, and blanks up to its length. */
  static String json(int bytes) {
    StringBuilder json = new StringBuilder(bytes).append('[');
    String next = value(0);
    for (int i = 1; json.length() + next.length() + 1 <= bytes; i++) {
      json.append(next);
      next = "," + value(i);
    }
    return json.append(" ".repeat(bytes - json.length() - 1)).append(']').toString();
  }

  private static String value(int number) {
    return VALUE.formatted(number);
  }
}
