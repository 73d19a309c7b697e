package dev.bullpen.protocol.line;

import dev.bullpen.json.JsonSketch;
import java.util.Optional;

/** A line of input. */
public sealed interface Line {
  /**
   * A line within the limit that is not blank.
   *
   * @param utf8 its bytes, without byte order mark, {@code \r} and {@code \n}; not yet checked to
   *     be UTF-8
   */
  record Text(byte[] utf8) implements Line {}

  /**
   * A line beyond the limit; its bytes are not kept.
   *
   * @param bytes its whole length, the newline not counted
   * @param sketch empty if it was no JSON
   */
  record TooLong(long bytes, Optional<JsonSketch> sketch) implements Line {}

  /**
   * A line within the limit that the heap has no room for; its bytes are not kept.
   *
   * @param bytes its whole length, the newline not counted
   * @param sketch empty if it was no JSON
   */
  record NoRoom(long bytes, Optional<JsonSketch> sketch) implements Line {}

  record End() implements Line {}
}
