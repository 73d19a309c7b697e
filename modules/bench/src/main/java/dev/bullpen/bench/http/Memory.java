package dev.bullpen.bench.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server has of memory, all its processes together, PSS, MiB.
 *
 * @param idle after one call
 * @param sessions more with idle sessions, which have no stream and no connection
 * @param streams more again with open streams
 * @param crowd how many of each
 */
record Memory(double idle, double sessions, double streams, int crowd) {
  /** For what a server does when no client asks; ours gives memory back within twelve seconds. */
  private static final long SETTLE_MILLIS = 14_000;

  static Memory measure(Contender contender, Path log) throws IOException {
    List<Client> clients = new ArrayList<>();
    try (RunningServer server = RunningServer.start(contender, log)) {
      double idle = settled(server);
      for (int i = 0; i < contender.crowd(); i++) {
        Client client = Client.greet(server.port(), Era.LEGACY);
        client.close();
        clients.add(client);
      }
      double withSessions = settled(server);
      if (contender.streams() == Era.MODERN) {
        clients.clear();
        for (int i = 0; i < contender.crowd(); i++) {
          clients.add(Client.greet(server.port(), Era.MODERN));
        }
      }
      for (Client client : clients) {
        client.listen();
      }
      double withStreams = settled(server);
      for (Client client : clients) {
        client.assertListening();
      }
      return new Memory(idle, withSessions - idle, withStreams - withSessions, contender.crowd());
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  private static double settled(RunningServer server) throws IOException {
    RunningServer.pause(SETTLE_MILLIS);
    return server.memory();
  }
}
