package dev.bullpen.bench.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * What some clients have seen that ask one thing after another for some time.
 *
 * @param p50Millis half of the answers took no longer
 * @param p99Millis 99 in 100 took no longer
 * @param perSecond answers a second, of all together
 */
record Load(double p50Millis, double p99Millis, double perSecond) {
  private static final double MILLIS = 1e6;
  private static final double SECONDS = 1e9;

  /** Each client on a thread and a connection of its own. */
  static Load run(List<Client> clients, Ask ask, Duration time) throws IOException {
    for (Client client : clients) {
      client.connect();
    }
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    try {
      long begun = System.nanoTime();
      long end = begun + time.toNanos();
      List<Callable<long[]>> tasks = new ArrayList<>();
      clients.forEach(client -> tasks.add(() -> askUntil(client, ask, end)));
      List<Future<long[]>> all = threads.invokeAll(tasks);
      double seconds = (System.nanoTime() - begun) / SECONDS;
      LongStream took = LongStream.empty();
      for (Future<long[]> one : all) {
        took = LongStream.concat(took, Arrays.stream(one.get()));
      }
      long[] sorted = took.sorted().toArray();
      return new Load(percentile(sorted, 50), percentile(sorted, 99), sorted.length / seconds);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
      for (Client client : clients) {
        client.close();
      }
    }
  }

  /** New clients, one after another: each from its connection to the answer of its first call. */
  static Load newClients(int port, Era era, int count) throws IOException {
    long[] took = new long[count];
    long begun = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      try (Client client = Client.greet(port, era)) {
        client.ask(Ask.CALL);
        took[i] = System.nanoTime() - start;
      }
    }
    double seconds = (System.nanoTime() - begun) / SECONDS;
    Arrays.sort(took);
    return new Load(percentile(took, 50), percentile(took, 99), count / seconds);
  }

  private static long[] askUntil(Client client, Ask ask, long end) throws IOException {
    long[] took = new long[1024];
    int count = 0;
    for (long now = System.nanoTime(); now < end || count == 0; ) {
      client.ask(ask);
      long then = System.nanoTime();
      if (count == took.length) {
        took = Arrays.copyOf(took, 2 * count);
      }
      took[count++] = then - now;
      now = then;
    }
    return Arrays.copyOf(took, count);
  }

  private static double percentile(long[] sorted, int percent) {
    return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1] / MILLIS;
  }
}
