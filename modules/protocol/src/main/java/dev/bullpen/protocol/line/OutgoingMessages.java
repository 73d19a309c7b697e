package dev.bullpen.protocol.line;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import java.time.Duration;

/**
 * A way to a client: whole messages, in the order they are added. Answers are never dropped;
 * progress and log messages may be. No method waits for the client, except {@link #close}.
 */
public interface OutgoingMessages {
  /**
   * Add the answer to a request.
   *
   * @param line as {@link JsonRpc#line} makes it
   * @return whether it was taken: not after the end
   */
  boolean respond(RequestId id, byte[] line);

  /**
   * Add a message that belongs to no single request: the answer to a batch or to something
   * unreadable, or a notification that must arrive.
   *
   * @return whether it was taken: not after the end
   */
  boolean send(byte[] line);

  /** The same of a notification of a request, which is withdrawn with it. */
  boolean send(RequestId id, byte[] line);

  /**
   * Add progress or a log message of a request.
   *
   * @return whether it was taken: not after the end, nor when answers leave no room for it; it may
   *     still be dropped later
   */
  boolean offer(RequestId id, byte[] line);

  /**
   * Take back what still waits for a request: answer, progress and log messages.
   *
   * @return whether the answer was among it, and so will never be seen
   */
  boolean withdraw(RequestId id);

  /** Whether new requests should wait for the client to read. Never waits, under any lock. */
  boolean isFull();

  /**
   * Take no more messages and wait until those taken are written.
   *
   * @param deadline how long to wait at most, whatever the client does; what is not written then is
   *     discarded
   * @return whether every message taken was written, except those dropped or withdrawn
   */
  boolean close(Duration deadline);
}
