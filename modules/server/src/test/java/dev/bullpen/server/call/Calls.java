package dev.bullpen.server.call;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.client.Agreement;
import dev.bullpen.server.client.Caller;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.client.Rights;
import dev.bullpen.server.thread.DaemonThreads;
import dev.bullpen.server.thread.Timers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls and clients for tests. */
public final class Calls {
  public static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  private static final Timers TIMERS = new Timers();
  private static final Client ANY_CLIENT = client(Wire.reading());

  private Calls() {}

  public static RequestId id(int number) {
    return RequestId.of(Json.object().put("id", number).path("id")).orElseThrow();
  }

  /** A client whose messages go there. It is the local user, and has not begun a session. */
  public static Client client(Wire wire) {
    return client(wire, Principal.LOCAL);
  }

  public static Client client(Wire wire, Principal principal) {
    return client(wire.writer(), principal);
  }

  /** The same for the local user, whose messages go another way. */
  public static Client client(OutgoingMessages out) {
    return client(out, Principal.LOCAL);
  }

  private static Client client(OutgoingMessages out, Principal principal) {
    return new Client(
        principal,
        Rights.ALL,
        out,
        new Agreement(LogLevel.INFO),
        TIMERS,
        new LargeAnswers(),
        () -> new Roots(List.of()));
  }

  /** What asks as a client of a legacy revision would. */
  public static Caller legacy(Revision revision, ClientCapabilities capabilities) {
    return legacy(ANY_CLIENT, revision, capabilities);
  }

  public static Caller legacy(Client client, Revision revision, ClientCapabilities capabilities) {
    return new Caller(client, revision, capabilities, Optional.empty(), Optional.empty());
  }

  /** What asks as a modern client would. */
  public static Caller modern(Client client, ClientCapabilities capabilities) {
    return new Caller(
        client,
        Revision.V2026_07_28,
        capabilities,
        Optional.empty(),
        Optional.of(new ModernResults(Optional.empty())));
  }

  /** A table that logs its failed calls there. */
  public static CallTable table(System.Logger log) {
    return new CallTable(List.of(new CallLog(log)));
  }

  public static Call open(int id, Reply reply, CallTable table) {
    return open(id, legacy(Revision.V2025_06_18, ClientCapabilities.NONE), reply, table);
  }

  public static Call open(int id, Caller caller, Reply reply, CallTable table) {
    Call call = new Call(id(id), "test", Json.object(), caller, reply, table);
    table.add(call);
    return call;
  }

  public static Message message(String json) {
    return Message.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  /** Threads for calls that are those of a test. */
  public static CallThreads threads(Executor executor) {
    return new CallThreads(
        "test",
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        CallThreads.MOST_WAITING,
        (time, task) -> null,
        new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable task) {
            executor.execute(task);
          }
        });
  }

  /** Threads with one place, for which one call may wait. */
  public static CallThreads fewThreads() {
    return new CallThreads(
        "test", 1, 1, 1, (time, task) -> null, DaemonThreads.many("test with one place"));
  }
}
