package dev.bullpen.protocol.line;

import dev.bullpen.json.JsonSketch;
import java.util.Optional;

/** What one line of input turned out to be. */
public sealed interface Line {
  /**
   * A line that is not blank and within the limit.
   *
   * @param utf8 its bytes, without byte order mark, {@code \r} and {@code \n}; not yet checked to
   *     be UTF-8
   */
  record Text(byte[] utf8) implements Line {}

  /**
   * A line beyond the limit; its bytes are gone.
   *
   * @param bytes its whole length, the newline not counted
   * @param sketch what it was; empty if it was no JSON
   */
  record TooLong(long bytes, Optional<JsonSketch> sketch) implements Line {}

  /**
   * A line within the limit that the heap has no room for; its bytes are gone.
   *
   * @param bytes its whole length, the newline not counted
   * @param sketch what it was; empty if it was no JSON
   */
  record NoRoom(long bytes, Optional<JsonSketch> sketch) implements Line {}

  record End() implements Line {}
}
