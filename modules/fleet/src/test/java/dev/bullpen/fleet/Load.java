package dev.bullpen.fleet;

import dev.bullpen.fleet.Client.Session;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Clients of two principals and both eras, which call through the balancer until they are told to
 * end: tools that end at once, wait, report progress, ask, are asked again, and leave a daemon; and
 * calls that are left before their answer.
 *
 * <p>A legacy client that gets 404 for its session begins anew, which is no failure.
 */
final class Load {
  private static final Duration PAUSE = Duration.ofMillis(60);
  private static final Duration LONGEST_HOLD = Duration.ofMillis(200);

  /** For so many more calls to be answered on a busy machine, and for clients to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final List<String> WORK =
      List.of(
          Tools.QUICK,
          Tools.SLEEPS,
          Tools.STREAMS,
          Tools.ASKS,
          Tools.QUICK,
          Tools.AGAIN,
          Tools.DAEMON,
          Tools.FAMILY);

  /** A request has failed, and why. */
  static final class Failed extends Exception {
    Failed(String why) {
      super(why);
    }
  }

  /** The session is not known. */
  private static final class Unknown extends Exception {}

  /**
   * A request, and what became of it.
   *
   * @param token of its script
   * @param failure empty if it was answered as it should
   */
  record Request(
      String tool,
      boolean isLegacy,
      String token,
      long sent,
      long ended,
      Optional<String> failure) {
    Duration took() {
      return Duration.ofNanos(ended - sent);
    }

    /** Whether one replica alone can serve it. */
    boolean belongsToNode() {
      return isLegacy || tool.equals(Tools.ASKS);
    }

    boolean hasFailed() {
      return failure.isPresent();
    }
  }

  /** What sends a request, and fails unless it is answered as it should be. */
  private interface Exchange<T> {
    T run() throws Failed, Unknown;
  }

  private final Fleet fleet;
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Sessions that their clients have given up, to be ended when all replicas can be reached. */
  private final Queue<Session> givenUp = new ConcurrentLinkedQueue<>();

  private volatile boolean isEnding;

  private Load(Fleet fleet) {
    this.fleet = fleet;
  }

  /** So many clients of each era. */
  static Load begin(Fleet fleet, int clients) {
    Load load = new Load(fleet);
    fleet.add(load);
    for (int i = 0; i < 2 * clients; i++) {
      Client client = fleet.client(i % 4 < 2 ? Fleet.ALICE : Fleet.BOB);
      boolean isLegacy = i % 2 == 1;
      Random chance = new Random(i);
      Thread thread = new Thread(() -> load.live(client, isLegacy, chance), "client " + i);
      load.threads.add(thread);
      thread.start();
    }
    load.awaitMore(4 * clients);
    return load;
  }

  /** Wait until so many more requests have been answered. */
  void awaitMore(int more) {
    long wanted = answered() + more;
    if (!Poll.until(Deadline.in(PATIENCE), () -> answered() >= wanted || !defects.isEmpty())) {
      throw new AssertionError(
          "%d requests are answered, and not %d; failed: %s\n%s"
              .formatted(answered(), wanted, failures(List.copyOf(requests)), fleet.logs()));
    }
  }

  private long answered() {
    return requests.stream().filter(request -> !request.hasFailed()).count();
  }

  /** End the clients; all requests. */
  List<Request> end() {
    isEnding = true;
    try {
      for (Thread thread : threads) {
        thread.join(PATIENCE.toMillis());
        if (thread.isAlive()) {
          AssertionError hangs = new AssertionError(thread.getName() + " hangs\n" + fleet.logs());
          hangs.setStackTrace(thread.getStackTrace());
          throw hangs;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while clients end", e);
    }
    givenUp.forEach(Session::end);
    for (Throwable defect : defects) {
      throw new AssertionError(defect);
    }
    List<Request> all = List.copyOf(requests);
    for (Request request : all) {
      if (fleet.nodes(request.token).size() > 1) {
        throw new AssertionError("ran more than once: " + request + fleet.said(request.token));
      }
    }
    return all;
  }

  /** What has failed so far. */
  @Override
  public String toString() {
    return failures(List.copyOf(requests)).stream()
        .map(request -> request + " at " + fleet.nodes(request.token))
        .collect(Collectors.joining("\n"));
  }

  static List<Request> failures(List<Request> requests) {
    return requests.stream().filter(Request::hasFailed).toList();
  }

  /** Print how long requests for a tool took that does nothing. */
  static Optional<Percentiles> report(String what, List<Request> requests) {
    List<Duration> quick =
        requests.stream()
            .filter(request -> request.tool.equals(Tools.QUICK) && !request.hasFailed())
            .map(Request::took)
            .toList();
    return quick.isEmpty() ? Optional.empty() : Optional.of(Percentiles.of(quick).report(what));
  }

  private void live(Client client, boolean isLegacy, Random chance) {
    Optional<Session> session = Optional.empty();
    try {
      for (int i = chance.nextInt(WORK.size()); !isEnding; i++) {
        String tool = WORK.get(i % WORK.size());
        if (!isLegacy) {
          modern(client, tool, chance);
        } else if (session.isEmpty()) {
          session = greeted(client);
        } else if (!legacy(session.get(), tool)) {
          session = Optional.empty();
        }
        Chance.pass(PAUSE);
      }
    } catch (RuntimeException | Error e) {
      defects.add(e);
    }
  }

  private Optional<Session> greeted(Client client) {
    try {
      return record("initialize", true, "none-at-all", client::session);
    } catch (Unknown e) {
      return Optional.empty();
    }
  }

  private void modern(Client client, String tool, Random chance) {
    String token = fleet.freshToken();
    ObjectNode params = Tools.params(tool, token);
    try {
      switch (tool) {
        case Tools.ASKS, Tools.AGAIN -> {
          Optional<Answer> asking =
              record(tool, false, token, () -> asking(client, client.tool(params)));
          if (asking.isPresent()) {
            HttpCall retry = client.retry(params, asking.get());
            record(tool, false, token, () -> answered(client, retry, token));
          }
        }
        case Tools.FAMILY -> leave(client, params, chance);
        case Tools.STREAMS ->
            record(
                tool,
                false,
                token,
                () -> answered(client, client.tool(Tools.withProgress(params)), token));
        default -> record(tool, false, token, () -> answered(client, client.tool(params), token));
      }
    } catch (Unknown e) {
      throw new AssertionError("404 to a request without a session", e);
    }
  }

  /** Close the connection before the answer. */
  private static void leave(Client client, ObjectNode params, Random chance) {
    try (HttpConnection connection = client.connect()) {
      client.send(connection, client.tool(params));
      Chance.pass(Duration.ofMillis(chance.nextInt((int) LONGEST_HOLD.toMillis())));
    } catch (UncheckedIOException e) {
      // There is no balancer: nothing is left either.
    }
  }

  /** Whether the session is still there. */
  private boolean legacy(Session session, String tool) {
    String token = fleet.freshToken();
    ObjectNode params = Tools.params(tool, token);
    try {
      switch (tool) {
        case Tools.ASKS -> {
          // A question that was lost would wait for its client for ten minutes.
          boolean isLost = record(tool, true, token, () -> asked(session, params, token)).isEmpty();
          if (isLost) {
            givenUp.add(session);
          }
          return !isLost;
        }
        case Tools.FAMILY, Tools.AGAIN ->
            record(
                "ping",
                true,
                token,
                () -> answered(session.client(), session.request("ping", Json.object()), ""));
        case Tools.STREAMS ->
            record(
                tool,
                true,
                token,
                () ->
                    answered(
                        session.client(),
                        session.request("tools/call", Tools.withProgress(params)),
                        token));
        default ->
            record(
                tool,
                true,
                token,
                () -> answered(session.client(), session.request("tools/call", params), token));
      }
      return true;
    } catch (Unknown e) {
      return false;
    }
  }

  private <T> Optional<T> record(String tool, boolean isLegacy, String token, Exchange<T> exchange)
      throws Unknown {
    long sent = System.nanoTime();
    Optional<T> result = Optional.empty();
    Optional<String> failure = Optional.empty();
    try {
      result = Optional.of(exchange.run());
    } catch (Failed e) {
      failure = Optional.of(e.getMessage());
    } catch (UncheckedIOException | AssertionError e) {
      failure = Optional.of("broken: " + e.getMessage() + ", " + e.getCause());
    }
    requests.add(new Request(tool, isLegacy, token, sent, System.nanoTime(), failure));
    return result;
  }

  private static JsonNode response(HttpReply reply) throws Failed, Unknown {
    if (reply.status() == 404) {
      throw new Unknown();
    }
    if (reply.status() != 200) {
      throw new Failed("status %d: %s".formatted(reply.status(), reply.body()));
    }
    JsonNode response = reply.response();
    if (!response.has("result") || response.at("/result/isError").asBoolean(false)) {
      throw new Failed(Json.text(response));
    }
    return response;
  }

  /**
   * Send a call, and take its answer.
   *
   * @param begin of the text that it must have; empty for any answer
   */
  private static Answer answered(Client client, HttpCall call, String begin)
      throws Failed, Unknown {
    try (HttpConnection connection = client.connect()) {
      Answer answer = new Answer(response(client.send(connection, call)), Duration.ZERO);
      if (!answer.text().startsWith(begin)) {
        throw new Failed("not the answer to " + begin + ": " + answer.message());
      }
      return answer;
    }
  }

  private static Answer asking(Client client, HttpCall call) throws Failed, Unknown {
    Answer answer = answered(client, call, "");
    if (!answer.asksForMore()) {
      throw new Failed("it does not ask: " + answer.message());
    }
    return answer;
  }

  /** Call what asks on the stream of its call; the answer goes by a connection of its own. */
  private static Answer asked(Session session, ObjectNode params, String token)
      throws Failed, Unknown {
    Client client = session.client();
    try (HttpConnection connection = client.connect()) {
      HttpReply reply = client.send(connection, session.request("tools/call", params));
      if (reply.status() != 200) {
        response(reply);
      }
      JsonNode question = reply.nextMessage();
      if (question.path("method").asString("").isEmpty()) {
        throw new Failed("it does not ask: " + Json.text(question));
      }
      int status = session.reply(question);
      if (status != 202) {
        throw new Failed("status %d to an answer".formatted(status));
      }
      Answer answer = new Answer(response(reply), Duration.ZERO);
      if (!answer.text().startsWith(token)) {
        throw new Failed("not the answer to " + token + ": " + answer.message());
      }
      return answer;
    }
  }
}
