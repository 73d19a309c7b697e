package dev.bullpen.faults.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.proc.Memory;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests by the thousand that are wrong somewhere: each gets its answer, and costs no other. */
class MalformedRequestsTests {
  private static final int MOST_BYTES = 64 * 1024;
  private static final int AT_ONCE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** After that a server that says nothing waits for more, as it may. */
  private static final Duration WAITS = Duration.ofMillis(200);

  /** What a heap holds after a collection is not the same each time. */
  private static final long BREATH_BYTES = 2L * 1024 * 1024;

  /** What goes wrong again and again is logged once in a while. */
  private static final int LOG_LINES = 30;

  private static final Duration PING = Duration.ofMillis(50);

  private final Set<String> wrong = new ConcurrentSkipListSet<>();
  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger();

  @Test
  void each_is_refused_as_is_written_and_costs_no_other() throws Exception {
    assumeTrue(Memory.canBeMeasured(), "jcmd is needed, which comes with a JDK");
    int count = Size.repeat(300, 10_000);
    Random chance = new Random(Chance.of("malformed requests").below(Integer.MAX_VALUE));
    try (HttpRig rig =
            HttpRig.start(
                project -> project.tool("hello", ToolScripts.HELLO),
                launcher -> launcher.workers(2, 2).with("--max-line-bytes", "" + MOST_BYTES));
        Pings pings = Pings.start(rig)) {
      send(rig, corpus(rig, chance, Math.min(count, 500))); // warm
      Memory before = Memory.of(rig.process().pid());
      long lines = rig.process().stderr().lines();
      pings.restart();
      long began = System.nanoTime();
      send(rig, corpus(rig, chance, count));
      long millis = (System.nanoTime() - began) / 1_000_000;
      Percentiles meanwhile = pings.report("ping while malformed requests come");
      Memory after = Memory.of(rig.process().pid());
      System.out.printf(
          "[measured] malformed requests: %d refused, %d served, %d without an answer in %d ms;"
              + " heap %d KiB, then %+d; log lines %d%n",
          refused.get(),
          served.get(),
          unanswered.get(),
          millis,
          before.heapBytes() / 1024,
          (after.heapBytes() - before.heapBytes()) / 1024,
          rig.process().stderr().lines() - lines);
      assertEquals(Set.of(), wrong, "answered otherwise");
      assertTrue(
          after.heapBytes() - before.heapBytes() < BREATH_BYTES,
          "it holds more than before: " + after.moreThan(before));
      assertTrue(
          rig.process().stderr().lines() - lines <= LOG_LINES, rig.process().stderr().text());
      Pings.mark("ping while malformed requests come", meanwhile, PING);
    }
  }

  /** Each kind in its turn; every fourth is one of which no byte is sure. */
  private static List<Malformed> corpus(HttpRig rig, Random chance, int count) {
    Malformed.Corpus corpus = new Malformed.Corpus(chance, "127.0.0.1:" + rig.port(), MOST_BYTES);
    List<Malformed> all = new ArrayList<>();
    while (all.size() < count) {
      for (Malformed one : corpus.round()) {
        all.add(one);
        if (all.size() % 4 == 3) {
          all.add(corpus.changed());
        }
      }
    }
    return all.subList(0, count);
  }

  private void send(HttpRig rig, List<Malformed> all) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (Malformed one : all) {
        tasks.add(
            () -> {
              send(rig, one);
              return null;
            });
      }
      for (Future<Void> done : clients.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private void send(HttpRig rig, Malformed one) {
    boolean isSure = !one.statuses().isEmpty();
    try (RawConnection connection = RawConnection.tcp(rig.port())) {
      connection.send(one.bytes());
      List<RawAnswer> answers = connection.awaitAnswers(1, isSure ? PATIENCE : WAITS);
      if (answers.isEmpty() || answers.get(0).status() == 0) {
        unanswered.incrementAndGet();
        if (isSure && !(one.statuses().contains(0) && connection.hasEnded())) {
          wrong.add(one.what() + ": no answer, but " + shown(connection.received()));
        }
      } else {
        check(one, answers.get(0), isSure);
        if (isSure && answers.size() > 1) {
          wrong.add(one.what() + ": answered twice, " + shown(connection.received()));
        }
      }
    }
  }

  private void check(Malformed one, RawAnswer answer, boolean isSure) {
    (answer.status() < 400 ? served : refused).incrementAndGet();
    boolean isStatus = isSure ? one.statuses().contains(answer.status()) : answer.status() != 500;
    JsonNode message = answer.message().orElse(null);
    boolean isError = message != null && message.has("error");
    boolean isWhole = answer.status() < 400 || isError;
    boolean isCode = one.code() == 0 || one.code() == answer.code();
    boolean isId = one.id().equals("?") || one.id().equals(answer.id());
    boolean isQuiet = !answer.body().contains("Exception") && !answer.body().contains("jetty");
    if (!(isStatus && isWhole && isCode && isId && isQuiet)) {
      wrong.add(
          "%s: %d %s; expected %s %s id %s"
              .formatted(
                  isSure ? one.what() : shown(one.bytes()),
                  answer.status(),
                  shown(answer.body()),
                  one.statuses(),
                  one.code(),
                  one.id()));
    }
  }

  private static String shown(String bytes) {
    String text = bytes.length() > 600 ? bytes.substring(0, 600) + "..." : bytes;
    return text.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
  }
}
