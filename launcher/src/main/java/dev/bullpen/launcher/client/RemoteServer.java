package dev.bullpen.launcher.client;

import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;

import dev.bullpen.json.Json;
import dev.bullpen.posix.thread.DaemonThread;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server at a URL, over Streamable HTTP; a subclass is an era of it. The thread "answer N" reads
 * the answer to a request, and "server events" what the server sends of itself.
 */
public abstract class RemoteServer extends Server {
  /** For a thread whose exchange has been closed. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final Endpoint endpoint;

  /** Those without an answer, by the ids of their requests. */
  private final Map<Integer, Exchange> exchanges = new ConcurrentHashMap<>();

  private final CountDownLatch closing = new CountDownLatch(1);

  /** Empty before the server has greeted. */
  private Optional<Listening> listening = Optional.empty();

  private JsonNode hello = Json.object();

  RemoteServer(Endpoint endpoint, Listener listener) {
    super(listener);
    this.endpoint = endpoint;
  }

  /**
   * Greets the server: as one of a revision with sessions, whose servers can speak at any time, and
   * if it has none, as one of 2026-07-28.
   *
   * @param client the client's name
   * @param capabilities of the client
   * @param limit for each answer
   */
  public static RemoteServer greet(
      Endpoint endpoint, String client, ObjectNode capabilities, Duration limit, Listener listener)
      throws ServerException, InterruptedException {
    SessionServer session = new SessionServer(endpoint, client, capabilities, listener);
    Optional<JsonNode> greeting = Optional.empty();
    Optional<ServerException> refusal = Optional.empty();
    try {
      greeting = Optional.of(session.begin(limit));
    } catch (ServerException e) {
      session.close();
      if (!session.isReached()) {
        throw e;
      }
      refusal = Optional.of(e);
    }
    if (greeting.isPresent() && session.isKept()) {
      return session.begun(greeting.get());
    }
    LoneServer lone = new LoneServer(endpoint, client, capabilities, listener);
    Optional<JsonNode> discovered = lone.discover(limit);
    if (discovered.isPresent()) {
      return lone.begun(discovered.get());
    }
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return session.begun(greeting.orElseThrow());
  }

  /** The server has greeted, perhaps once more: from now on it is listened to. */
  final RemoteServer begun(JsonNode greeting) {
    hello = greeting;
    listening = Optional.of(new Listening());
    return this;
  }

  /** The session has ended. */
  final void stopListening() {
    listening.ifPresent(Listening::close);
    listening = Optional.empty();
  }

  /** What the server has said of itself, as the result of initialize has it. */
  public final JsonNode hello() {
    return hello;
  }

  final Endpoint endpoint() {
    return endpoint;
  }

  /** Sends a request; its answer is taken by and by. */
  final void request(int id, ObjectNode request, Exchange exchange) {
    exchanges.put(id, exchange);
    new DaemonThread("answer " + id, new Reception(id, request, exchange)).start();
  }

  /** Gives a request up, and its connection with it. */
  final void giveUp(int id) {
    Optional.ofNullable(exchanges.remove(id)).ifPresent(Exchange::close);
  }

  /**
   * The head of an answer is there.
   *
   * @throws ServerException if nothing will come of it
   */
  void headed(HttpResponse<?> head) throws ServerException {}

  /**
   * A request has its response.
   *
   * @param response with the id of the request, whatever the server has written there
   */
  void conclude(int id, ObjectNode request, ObjectNode response) {
    take(response);
  }

  /** Whether streams that break off are taken up again where they did. */
  abstract boolean canResume();

  /**
   * Asks for what the server sends of itself.
   *
   * @param lastId of the last event that has come, where streams can be resumed
   */
  abstract Exchange openEvents(String lastId);

  /** The client leaves. */
  abstract void leave();

  private static void pause(CountDownLatch end, Duration pause) {
    try {
      end.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes what the server sends of itself, in one session. */
  private final class Listening implements Runnable, Exchange.Messages {
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new DaemonThread("server events", this);
    private volatile Optional<Exchange> open = Optional.empty();

    Listening() {
      thread.start();
    }

    @Override
    public void run() {
      EventStream stream = new EventStream();
      boolean isServed = true;
      while (isServed && end.getCount() > 0) {
        try (Exchange exchange = openEvents(stream.lastId())) {
          open = Optional.of(exchange);
          if (end.getCount() == 0) {
            return;
          }
          HttpResponse<?> head = exchange.head();
          isServed = Exchange.isStream(head) || head.statusCode() >= HTTP_INTERNAL_ERROR;
          if (isServed) {
            exchange.read(stream, this);
          }
        } catch (ServerException e) {
          // It may be there again in a moment, and a request says so if it is not.
        }
        if (isServed) {
          pause(end, stream.pause());
        }
      }
    }

    /** What is no answer. */
    @Override
    public void take(ObjectNode message) {
      if (message.has("method")) {
        RemoteServer.this.take(message);
      }
    }

    void close() {
      end.countDown();
      open.ifPresent(Exchange::close);
    }

    void join() {
      try {
        thread.join(END_LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes what comes for one request. */
  private final class Reception implements Runnable, Exchange.Messages {
    private final int id;
    private final ObjectNode request;
    private final Exchange first;
    private boolean isAnswered;

    Reception(int id, ObjectNode request, Exchange first) {
      this.id = id;
      this.request = request;
      this.first = first;
    }

    @Override
    public void run() {
      EventStream stream = new EventStream();
      try {
        Optional<Exchange> next = Optional.of(first);
        while (next.isPresent()) {
          next = read(next.get(), stream);
        }
        if (!isAnswered) { // and no question, which is an answer too
          throw endpoint.of("closed its connection before it answered. See its log.");
        }
      } catch (ServerException e) {
        fail(id, e);
      } catch (RuntimeException | Error e) { // no call must wait for ever
        fail(id, new ServerException("the answer of the server could not be taken: " + e));
        throw e;
      } finally {
        exchanges.remove(id, first);
      }
    }

    /** Returns where the rest of a stream is that broke off, or empty if there is none. */
    private Optional<Exchange> read(Exchange exchange, EventStream stream) throws ServerException {
      String before = stream.lastId();
      try (exchange) {
        HttpResponse<?> head = exchange.head();
        headed(head);
        exchange.read(stream, this);
      } catch (ServerException e) {
        if (stream.lastId().equals(before)) {
          throw e;
        }
      }
      if (isAnswered || !canResume() || !isOpen(id) || stream.lastId().isEmpty()) {
        return Optional.empty();
      }
      pause(closing, stream.pause());
      return Optional.of(openEvents(stream.lastId()));
    }

    @Override
    public void take(ObjectNode message) {
      if (message.has("method")) {
        RemoteServer.this.take(message);
      } else {
        isAnswered = true;
        conclude(id, request, message.put("id", id));
      }
    }
  }

  /** Ends what is open, and leaves. */
  @Override
  public final void close() {
    boolean isFirst = !hasEnded();
    end();
    closing.countDown();
    listening.ifPresent(Listening::close);
    exchanges.values().forEach(Exchange::close);
    if (isFirst) {
      leave();
    }
    listening.ifPresent(Listening::join);
  }
}
