package dev.bullpen.http.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.stream.MessageStream.Form;
import dev.bullpen.protocol.line.OutgoingBudget;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;

class MessageStreamTests {
  private static final int MESSAGES = 200;

  private final MessageStream stream =
      MessageStream.resumable(Form.EVENTS, OutgoingBudget.ofHeap(), new NoOwner(), "s");

  @RepeatedTest(100)
  void a_client_that_resumes_while_messages_come_misses_none() {
    Connection connection = new Connection();
    stream.attach(connection.answer());
    CompletableFuture<Void> messages = CompletableFuture.runAsync(this::sendAll);
    List<Integer> seen = new ArrayList<>();
    while (seen.size() < MESSAGES) {
      seen.addAll(connection.seen());
      for (int i = 0; i < seen.size(); i++) {
        assertEquals(i + 1, seen.get(i), seen::toString);
      }
      connection = new Connection();
      assertTrue(stream.resume(connection.answer(), seen.size()));
    }
    messages.join();
  }

  private void sendAll() {
    for (int i = 0; i < MESSAGES; i++) {
      stream.send("{}\n".getBytes(US_ASCII));
    }
  }

  /** What a client has got on one connection. */
  private static final class Connection {
    private static final Pattern ID = Pattern.compile("id: s-([0-9]+)\n");

    private final StringBuilder got = new StringBuilder();

    HttpAnswer answer() {
      Response response =
          (Response)
              Proxy.newProxyInstance(
                  Response.class.getClassLoader(),
                  new Class<?>[] {Response.class},
                  (proxy, method, arguments) ->
                      switch (method.getName()) {
                        case "getHeaders" -> HttpFields.build();
                        case "write" -> write((ByteBuffer) arguments[1], (Callback) arguments[2]);
                        default -> null;
                      });
      return new HttpAnswer(response, Callback.NOOP);
    }

    private synchronized Object write(ByteBuffer part, Callback written) {
      got.append(US_ASCII.decode(part));
      written.succeeded();
      return null;
    }

    synchronized List<Integer> seen() {
      return ID.matcher(got).results().map(id -> Integer.valueOf(id.group(1))).toList();
    }
  }

  private static final class NoOwner implements MessageStream.Owner {
    @Override
    public void roomAgain() {}

    @Override
    public void written() {}

    @Override
    public void connectionLost() {}
  }
}
