package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.protocol.Message;
import java.util.List;

/**
 * A POST whose body has been read.
 *
 * @param form of its answer
 */
record Post(Exchange exchange, Form form, Message message) {
  /** Whether there is anything in it to be answered. */
  boolean isAnswered() {
    List<Message> all =
        message instanceof Message.Batch batch ? batch.elements() : List.of(message);
    return all.stream()
        .anyMatch(one -> one instanceof Message.Request || one instanceof Message.Invalid);
  }
}
