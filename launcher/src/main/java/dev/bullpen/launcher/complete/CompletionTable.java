package dev.bullpen.launcher.complete;

import dev.bullpen.launcher.client.Page;
import dev.bullpen.launcher.client.Values;
import dev.bullpen.posix.log.Shown;
import java.io.PrintStream;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * A completion result for people: one value a line, then what is known of the rest.
 *
 * @param result the result of completion/complete
 * @param took the time it took
 */
record CompletionTable(JsonNode result, Duration took) {
  void print(PrintStream out) {
    Values values = Values.of(result);
    int width = String.valueOf(values.shown().size()).length();
    int number = 0;
    for (String value : values.shown()) {
      out.println(("%" + width + "d  %s").formatted(++number, Shown.of(value)));
    }
    out.println(values.count() + " in " + took.toMillis() + " ms" + rest(values));
  }

  private String rest(Values values) {
    if (!values.hasMore()) {
      return "";
    }
    return Page.nextCursor(result)
        .map(cursor -> "; more with --cursor " + cursor)
        .orElse("; there are more");
  }
}
