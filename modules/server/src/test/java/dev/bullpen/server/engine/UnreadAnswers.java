package dev.bullpen.server.engine;

import static org.awaitility.Awaitility.await;

import dev.bullpen.server.engine.ManyClients.TestClient;
import java.nio.file.Path;

/**
 * A process with a small heap, whose clients ask for far more than that and read nothing. Says on
 * standard output when one more client, which reads, has been answered.
 */
final class UnreadAnswers {
  private static final int REQUESTS = 2_000;
  private static final int LONG_TEXT = 20_000;
  private static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  private UnreadAnswers() {}

  /**
   * @param arguments an empty folder, and how many clients read nothing
   */
  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[1]);
    try (ManyClients clients = new ManyClients(Path.of(arguments[0]), 2)) {
      clients.describe("x".repeat(LONG_TEXT));
      TestClient reading = clients.client("reader");
      askOne(reading);
      reading.awaitMessages(1); // the project has been read
      for (int i = 0; i < count; i++) {
        TestClient deaf = clients.client("user " + i % 10);
        deaf.stopReading();
        Thread sender = new Thread(() -> askForMuch(deaf));
        sender.setDaemon(true); // it is held up when too much is unread
        sender.start();
      }
      await().atMost(ManyClients.LONG).until(() -> clients.full() == count);
      askOne(reading);
      reading.awaitMessages(2);
      System.out.println("answered " + reading.received().get(1));
    }
    Runtime.getRuntime().halt(0);
  }

  private static void askOne(TestClient client) {
    client.send(
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'echo','arguments':{},%s}}"
            .formatted(MODERN));
  }

  private static void askForMuch(TestClient client) {
    for (int id = 1; id <= REQUESTS; id++) {
      client.send(
          "{'jsonrpc':'2.0','id':%d,'method':'tools/list','params':{%s}}".formatted(id, MODERN));
    }
  }
}
