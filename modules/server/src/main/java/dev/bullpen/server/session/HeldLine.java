package dev.bullpen.server.session;

import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.call.Methods;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A line that is held back, to be read once more when it is let go: what is made of a line may take
 * thirty times its memory. Not thread-safe.
 */
final class HeldLine {
  /** What one takes beside its bytes: itself, its place among the others, and an id with its. */
  static final int ENTRY_BYTES = 200;

  private final byte[] line;
  private final List<RequestId> ids;
  private final boolean isOne;
  private Set<RequestId> cancelled = Set.of();

  // Of HeldLines, whose chain it is in: it can be taken from its middle, and costs no more memory.
  HeldLine before;
  HeldLine after;

  /**
   * @param message what it was read as
   */
  HeldLine(byte[] line, Message message) {
    this.line = line;
    this.ids = ids(message);
    this.isOne = message instanceof Message.Request;
  }

  private static List<RequestId> ids(Message message) {
    List<Message> elements =
        message instanceof Message.Batch batch ? batch.elements() : List.of(message);
    return elements.stream().flatMap(element -> cancellable(element).stream()).distinct().toList();
  }

  /** The id of a request, but of {@code initialize}: it must not be cancelled (lifecycle). */
  private static Optional<RequestId> cancellable(Message element) {
    return element instanceof Message.Request request
            && !request.method().equals(Methods.INITIALIZE)
        ? Optional.of(request.id())
        : Optional.empty();
  }

  /** Of the requests in it that can be cancelled. */
  List<RequestId> ids() {
    return ids;
  }

  /** What it takes of the heap. */
  long bytes() {
    return line.length + (long) ENTRY_BYTES * Math.max(1, ids.size());
  }

  /** Leave a request out; true if nothing else can be in it. */
  boolean cancel(RequestId id) {
    if (cancelled.isEmpty()) {
      cancelled = new HashSet<>();
    }
    cancelled.add(id);
    return isOne;
  }

  /** What is to be served of it. */
  Message message() {
    Message whole = MessageParser.parse(line);
    return whole instanceof Message.Batch batch && !cancelled.isEmpty()
        ? new Message.Batch(
            batch.elements().stream().filter(element -> !isCancelled(element)).toList())
        : whole;
  }

  private boolean isCancelled(Message element) {
    return cancellable(element).filter(cancelled::contains).isPresent();
  }
}
