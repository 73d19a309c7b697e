package dev.bullpen.server.control;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.pool.JobMembership;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.UnixConnection;
import dev.bullpen.posix.UnixListener;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.log.LogTail;
import dev.bullpen.server.log.Sparingly;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports what this server does to other processes of its user. A connection brings one request, a
 * line of JSON with the member {@code verb}, and gets lines of JSON. No verb changes anything.
 *
 * <p>It begins after the first answer to a client, which would otherwise wait for it. If it cannot
 * begin, the log says so once, and the server goes on. Linux only.
 */
public final class ControlSocket implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.control");

  /** After the first answers, because clients wait for those. */
  private static final Duration NOT_BEFORE = Duration.ofSeconds(1);

  /** A person and some programs. Each has a thread while it is served. */
  private static final int MOST_CLIENTS = 8;

  private static final int REQUEST_BYTES = 4096;
  private static final Duration REQUEST_WITHIN = Duration.ofSeconds(5);

  /** A client that takes nothing for so long is dropped. */
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(5);

  /** How often to check that a client that waits for lines of the log is still there. */
  private static final int CHECK_MILLIS = 1_000;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Map<String, String> environment;
  private final Timers timers;
  private final Supplier<ObjectNode> status;
  private final LogTail log;
  private final AtomicInteger clients = new AtomicInteger();
  private final Sparingly refusals = new Sparingly();

  private final Object openLock = new Object();
  private Optional<Open> open = Optional.empty();
  private volatile boolean isClosed;

  private record Open(ControlFolder folder, UnixListener listener) {}

  /**
   * Makes nothing and makes no system call, because a start would have to wait for that.
   *
   * @param environment names the folders that are tried
   * @param status the report of this server
   * @param log the source for {@code logs}
   */
  public ControlSocket(
      Map<String, String> environment, Timers timers, Supplier<ObjectNode> status, LogTail log) {
    this.environment = environment;
    this.timers = timers;
    this.status = status;
    this.log = log;
  }

  /** Be ready soon. Called once; returns at once. */
  public void begin() {
    timers.after(NOT_BEFORE, this::start);
  }

  private void start() {
    if (!ProcFolder.isOfThisSystem()) {
      return; // macOS does not report which process connects
    }
    try {
      DaemonThreads.start("control socket", this::serve);
    } catch (NoThreadException e) {
      LOG.log(Level.INFO, "no control socket: " + e.getMessage());
    }
  }

  private void serve() {
    Optional<Open> mine = listen();
    if (mine.isPresent()) {
      try (UnixListener listener = mine.get().listener) {
        while (!isClosed) {
          acceptAll(listener);
        }
      }
    }
  }

  /** Tries all folders. If none can be used, the log says why. */
  private Optional<Open> listen() {
    IOException failure = new IOException("there is no folder for it");
    for (ControlFolder folder : ControlFolder.ofServer(environment)) {
      try {
        Open made = new Open(folder, folder.listen(Self.pid()));
        synchronized (openLock) {
          open = Optional.of(made);
        }
        if (isClosed) {
          close(); // once more: an earlier close() has not found this
        }
        return Optional.of(made);
      } catch (IOException e) {
        failure = e;
      }
    }
    LOG.log(
        Level.INFO,
        "no control socket, so launcher status and launcher logs do not find this server: %s"
            .formatted(failure.getMessage()));
    return Optional.empty();
  }

  /** Until this is closed, or no connection can be accepted for the moment. */
  private void acceptAll(UnixListener listener) {
    try {
      for (Optional<UnixConnection> client = listener.accept();
          client.isPresent();
          client = listener.accept()) {
        take(client.get());
      }
    } catch (PosixException e) {
      refusals.log(LOG, Level.INFO, "no client of the control socket can be served: " + e);
      LockSupport.parkNanos(RETRY_AFTER.toNanos()); // there may be descriptors again then
    }
  }

  private void take(UnixConnection client) {
    if (clients.incrementAndGet() <= MOST_CLIENTS) {
      try {
        DaemonThreads.start("control client", () -> serve(client));
        return;
      } catch (NoThreadException e) {
        LOG.log(Level.DEBUG, "a client of the control socket is not served: " + e.getMessage());
      }
    }
    clients.decrementAndGet();
    client.close();
  }

  private void serve(UnixConnection client) {
    try (client) {
      Optional<String> objection = objection(client.peer());
      if (objection.isPresent()) {
        refusals.log(LOG, Level.WARNING, "the control socket is refused: " + objection.get());
        say(client, error("refused: " + objection.get()));
        return;
      }
      Optional<String> request = client.readLine(REQUEST_BYTES, REQUEST_WITHIN);
      if (request.isPresent()) {
        answer(client, request.get());
      }
    } catch (PosixException e) {
      LOG.log(Level.DEBUG, "a client of the control socket is lost: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in the control socket", e);
    } finally {
      clients.decrementAndGet();
    }
  }

  /** Why a process may not ask; empty if it may. */
  private static Optional<String> objection(UnixConnection.Peer peer) {
    if (peer.uid() != Self.userId()) {
      return Optional.of("process %d is of user %d".formatted(peer.pid(), peer.uid()));
    }
    return JobMembership.objection(peer.pid());
  }

  private void answer(UnixConnection client, String line) throws PosixException {
    JsonNode request;
    try {
      request = Json.parse(line);
    } catch (JsonException e) {
      say(client, error("the request is not JSON: " + e.getMessage()));
      return;
    }
    switch (request.path("verb").stringValue("")) {
      case "status" -> say(client, status.get());
      case "logs" -> sayLog(client, LogRequest.of(request));
      default -> say(client, error("verb must be status or logs"));
    }
  }

  /**
   * A request for lines of the log.
   *
   * @param lines how many of the last ones
   * @param follows whether lines are sent as they come, until the client goes
   */
  private record LogRequest(int lines, Level level, boolean follows) {
    static LogRequest of(JsonNode request) {
      int lines = request.path("lines").asInt(LogTail.MOST_LINES);
      return new LogRequest(
          Math.max(0, Math.min(lines, LogTail.MOST_LINES)),
          level(request.path("level").stringValue("")),
          request.path("follow").booleanValue(false));
    }

    private static Level level(String word) {
      try {
        return Level.valueOf(word.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        return Level.ALL;
      }
    }

    boolean wants(LogTail.Line line) {
      return line.level().getSeverity() >= level.getSeverity();
    }
  }

  private void sayLog(UnixConnection client, LogRequest request) throws PosixException {
    List<LogTail.Line> before = log.after(0);
    List<LogTail.Line> wanted = before.stream().filter(request::wants).toList();
    int from = Math.max(0, wanted.size() - request.lines);
    long last = before.isEmpty() ? 0 : before.get(before.size() - 1).number();
    if (sayAll(client, wanted.subList(from, wanted.size())) && request.follows) {
      follow(client, request, last);
    }
  }

  /** Lines that were dropped before this client could take them are counted, not sent. */
  private void follow(UnixConnection client, LogRequest request, long from) throws PosixException {
    long last = from;
    boolean goesOn = true;
    while (goesOn && !isClosed && !client.isOver()) {
      List<LogTail.Line> lines = awaitLines(last);
      if (!lines.isEmpty()) {
        long lost = lines.get(0).number() - last - 1;
        last = lines.get(lines.size() - 1).number();
        goesOn =
            (lost == 0 || say(client, Json.object().put("lost", lost)))
                && sayAll(client, lines.stream().filter(request::wants).toList());
      }
    }
  }

  private List<LogTail.Line> awaitLines(long last) {
    try {
      return log.awaitAfter(last, CHECK_MILLIS);
    } catch (InterruptedException e) {
      return List.of(); // by code that interrupts every thread; just wait again
    }
  }

  private static boolean sayAll(UnixConnection client, List<LogTail.Line> lines)
      throws PosixException {
    for (LogTail.Line line : lines) {
      if (!client.write(line.json().getBytes(StandardCharsets.UTF_8), TAKEN_WITHIN)) {
        return false;
      }
    }
    return true;
  }

  /** False if the client does not take it. */
  private static boolean say(UnixConnection client, ObjectNode answer) throws PosixException {
    return client.write(Json.line(answer), TAKEN_WITHIN);
  }

  private static ObjectNode error(String sentence) {
    return Json.object().put("error", sentence);
  }

  /** Idempotent. */
  @Override
  public void close() {
    isClosed = true;
    Optional<Open> last;
    synchronized (openLock) {
      last = open;
      open = Optional.empty();
    }
    if (last.isPresent()) {
      try {
        last.get().folder.remove(Self.pid());
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "the control socket stays: " + e.getMessage());
      }
      last.get().listener.shut();
    }
  }
}
