package dev.bullpen.protocol.line;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import java.time.Duration;

/**
 * The messages to a client, written whole and in the order of calls. Answers are never dropped;
 * progress and log messages may be. No method blocks on the client, except {@link #close}.
 */
public interface OutgoingMessages {
  /**
   * Add the answer to a request.
   *
   * @param line made by {@link JsonRpc#line}
   * @return whether it was accepted; false after the end
   */
  boolean respond(RequestId id, byte[] line);

  /**
   * Add a message that belongs to no single request: the answer to a batch or to something
   * unreadable, or a notification that must arrive.
   *
   * @return whether it was accepted; false after the end
   */
  boolean send(byte[] line);

  /** The same for a notification of a request, which is withdrawn with the request. */
  boolean send(RequestId id, byte[] line);

  /**
   * Add a request to the client.
   *
   * @return whether it was taken: not after the end, nor where nothing but an answer goes out
   */
  default boolean ask(byte[] line) {
    return send(line);
  }

  /**
   * Add progress or a log message of a request.
   *
   * @return whether it was accepted; false after the end, and if answers leave no room for it. An
   *     accepted message may still be dropped later
   */
  boolean offer(RequestId id, byte[] line);

  /**
   * Withdraw the waiting messages of a request: answer, progress and log messages.
   *
   * @return whether the answer was among them, so that the client never gets it
   */
  boolean withdraw(RequestId id);

  /**
   * Whether new requests should wait for the client to read. Never blocks, and may be called under
   * any lock.
   */
  boolean isFull();

  /**
   * Accept no more messages, and wait until the accepted ones are written.
   *
   * @param deadline the longest time to wait; what is not written by then is discarded
   * @return whether every accepted message was written, except those dropped or withdrawn
   */
  boolean close(Duration deadline);
}
