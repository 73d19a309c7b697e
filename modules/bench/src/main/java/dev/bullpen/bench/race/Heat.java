package dev.bullpen.bench.race;

import java.io.IOException;
import java.util.Arrays;

/**
 * One contender's run, right after the limit was measured and right before it is again.
 *
 * @param greeted from start to the answer to {@code initialize}, ms
 * @param answered from start to the first completion, ms
 * @param completion p50 of completions one at a time, as a multiple of the limit's
 * @param completionTail p99 of the same, as a multiple of the limit's p99
 * @param call p50 of tool calls one at a time, as a multiple of the limit's p50
 * @param together completions a second with four in flight, as a share of the limit's
 * @param cpu processor time for a completion, all processes together, as a multiple of the limit's
 * @param idle memory of all processes when nothing is going on after that, PSS, MiB
 */
record Heat(
    double greeted,
    double answered,
    double completion,
    double completionTail,
    double call,
    double together,
    double cpu,
    double idle) {
  static final int TOGETHER = 4;

  private static final int WARM_UP = 300;
  private static final int ALONE = 1000;
  private static final int MANY = 2000;

  /** For what is done when nobody asks for anything. */
  private static final long IDLE_MILLIS = 10_000;

  private static final double MICROS = 1e3;
  private static final double MILLIS = 1e6;
  private static final double SECONDS = 1e9;
  private static final double KIB_PER_MIB = 1024;

  /** A request of one kind, sent; its answer is awaited by whoever sends it. */
  private interface Request {
    void send() throws IOException;
  }

  /** Measured between two limits. */
  interface Limits {
    Limit measure() throws IOException;
  }

  /** What was measured, before the limits are known. */
  private record Times(
      double greeted,
      double answered,
      double[] completions,
      double[] calls,
      double perSecond,
      double cpuMicros,
      double idle) {}

  static Heat run(Contender contender, Limits limits) throws IOException {
    Limit before = limits.measure();
    Times times = times(contender);
    Limit limit = before.and(limits.measure());
    return new Heat(
        times.greeted,
        times.answered,
        percentile(times.completions, 50) / limit.p50Micros(),
        percentile(times.completions, 99) / limit.p99Micros(),
        percentile(times.calls, 50) / limit.p50Micros(),
        times.perSecond / limit.perSecond(),
        times.cpuMicros / limit.cpuMicros(),
        times.idle);
  }

  private static Times times(Contender contender) throws IOException {
    long start = System.nanoTime();
    try (Session session = Session.open(contender)) {
      double greeted = (System.nanoTime() - start) / MILLIS;
      session.sendCompletion();
      session.await();
      double answered = (System.nanoTime() - start) / MILLIS;
      alone(session, WARM_UP, session::sendCompletion);
      long used = Burden.cpuMicros(session.pid());
      double[] completions = alone(session, ALONE, session::sendCompletion);
      double cpu = (Burden.cpuMicros(session.pid()) - used) / (double) ALONE;
      alone(session, WARM_UP, session::sendCall);
      double[] calls = alone(session, ALONE, session::sendCall);
      pause(); // whoever starts more processes when there is time has had some
      double perSecond = together(session);
      pause();
      return new Times(
          greeted,
          answered,
          completions,
          calls,
          perSecond,
          cpu,
          Burden.pssKib(session.pid()) / KIB_PER_MIB);
    }
  }

  /** How long each took, µs. */
  private static double[] alone(Session session, int count, Request request) throws IOException {
    double[] took = new double[count];
    for (int i = 0; i < count; i++) {
      long sent = System.nanoTime();
      request.send();
      session.await();
      took[i] = (System.nanoTime() - sent) / MICROS;
    }
    return took;
  }

  private static double together(Session session) throws IOException {
    long begun = System.nanoTime();
    for (int i = 0; i < TOGETHER; i++) {
      session.sendCompletion();
    }
    for (int i = TOGETHER; i < MANY; i++) {
      session.await();
      session.sendCompletion();
    }
    for (int i = 0; i < TOGETHER; i++) {
      session.await();
    }
    return MANY / ((System.nanoTime() - begun) / SECONDS);
  }

  private static void pause() {
    try {
      Thread.sleep(IDLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static double percentile(double[] times, int percent) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1];
  }
}
