package dev.bullpen.bench.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A line of the table: a server in one era, its clients, and what they have seen. */
final class Line {
  private final RunningServer server;
  private final Era era;
  private final List<Client> clients = new ArrayList<>();
  private final Map<Measure, List<Load>> loads = new EnumMap<>(Measure.class);

  Line(RunningServer server, Era era) {
    this.server = server;
    this.era = era;
  }

  String name() {
    return server.contender().name() + ", " + era;
  }

  Contender contender() {
    return server.contender();
  }

  Load run(Measure measure, Duration time, int newClients) throws IOException {
    if (measure == Measure.NEW_CLIENT) {
      return Load.newClients(server.port(), era, newClients);
    }
    while (clients.size() < measure.connections()) {
      Client client = Client.greet(server.port(), era);
      client.close();
      clients.add(client);
    }
    return Load.run(clients.subList(0, measure.connections()), measure.ask(), time);
  }

  void add(Measure measure, Load load) {
    loads.computeIfAbsent(measure, key -> new ArrayList<>()).add(load);
  }

  boolean has(Measure measure) {
    return loads.containsKey(measure);
  }

  /** The median of all rounds. */
  double median(Measure measure, ToDoubleFunction<Load> figure) {
    double[] sorted = loads.get(measure).stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
