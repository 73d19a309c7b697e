package dev.bullpen.protocol.line;

import dev.bullpen.protocol.RequestId;
import java.util.Optional;

/** A line waiting to be written. Compared by identity: two equal lines are still two. */
final class OutLine {
  /** What may become of a line before it is written. */
  enum Kind {
    /** An answer: written, or withdrawn with its request. */
    RESPONSE,
    /** Written whatever happens. */
    LASTING,
    /** Written, withdrawn with its request, or dropped for want of room. */
    DROPPABLE
  }

  private final Kind kind;
  private final Optional<RequestId> request;
  private final byte[] bytes;

  OutLine(Kind kind, Optional<RequestId> request, byte[] bytes) {
    if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
      throw new IllegalArgumentException("a line ends in a newline");
    }
    this.kind = kind;
    this.request = request;
    this.bytes = bytes;
  }

  Kind kind() {
    return kind;
  }

  boolean belongsTo(RequestId id) {
    return request.isPresent() && request.get().equals(id);
  }

  byte[] bytes() {
    return bytes;
  }
}
