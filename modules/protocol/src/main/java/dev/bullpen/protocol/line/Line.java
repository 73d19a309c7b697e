package dev.bullpen.protocol.line;

import dev.bullpen.json.JsonSketch;
import java.util.Optional;

/** A line of input. */
public sealed interface Line {
  /**
   * A line within the limit that is not blank.
   *
   * @param utf8 its bytes without byte order mark, {@code \r} and {@code \n}; not yet checked as
   *     UTF-8
   */
  record Text(byte[] utf8) implements Line {}

  /**
   * A line over the limit; its bytes are not kept.
   *
   * @param bytes its whole length without the newline
   * @param sketch empty if it was not JSON
   */
  record TooLong(long bytes, Optional<JsonSketch> sketch) implements Line {}

  /**
   * A line within the limit for which the heap has no room; its bytes are not kept.
   *
   * @param bytes its whole length without the newline
   * @param sketch empty if it was not JSON
   */
  record NoRoom(long bytes, Optional<JsonSketch> sketch) implements Line {}

  record End() implements Line {}
}
