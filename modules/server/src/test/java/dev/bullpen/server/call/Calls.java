package dev.bullpen.server.call;

import dev.bullpen.json.Json;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.Capability;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import dev.bullpen.server.call.Call.Caller;
import dev.bullpen.server.session.ClientRequests;
import dev.bullpen.server.session.ClientRoots;
import dev.bullpen.server.session.Dispatcher;
import dev.bullpen.server.session.Lifecycle;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.thread.Timers;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls and dispatchers for tests. */
public final class Calls {
  public static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  private Calls() {}

  public static RequestId id(int number) {
    return RequestId.of(Json.object().put("id", number).path("id")).orElseThrow();
  }

  /** Who asks as a client of a legacy revision would. */
  public static Caller legacy(Revision revision, ClientCapabilities capabilities) {
    return new Caller(revision, capabilities, () -> Optional.of(LogLevel.INFO), Optional.empty());
  }

  /** A table whose calls that fail are said there. */
  public static CallTable table(System.Logger log) {
    return new CallTable(new CallLog(log));
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

  /** A dispatcher whose completions are answered by {@code completions}. */
  public static Dispatcher dispatcher(
      OutgoingMessages writer, CallTable table, Handler completions) {
    return dispatcher(writer, table, Map.of(Methods.COMPLETE, completions), new Timers());
  }

  /** A dispatcher with these handlers. */
  public static Dispatcher dispatcher(
      OutgoingMessages writer, CallTable table, Map<String, Handler> handlers, Timers timers) {
    return dispatcher(new Session(LogLevel.INFO), table, writer, handlers, timers);
  }

  /** A dispatcher for this session. */
  public static Dispatcher dispatcher(
      Session session,
      CallTable table,
      OutgoingMessages writer,
      Map<String, Handler> handlers,
      Timers timers) {
    ServerInfo identity = ServerInfo.of("test", "1");
    ClientRequests requests = new ClientRequests(writer, timers);
    session.whenReady(requests::clientReady);
    return new Dispatcher(
        session,
        table,
        writer,
        new Lifecycle(
            identity,
            new ServerCapabilities(EnumSet.allOf(Capability.class)),
            CacheHint.STALE,
            () -> {}),
        handlers,
        Optional.empty(),
        requests,
        new ClientRoots(session, requests, () -> new Roots(List.of())),
        new ModernResults(Optional.of(identity)));
  }

  /** Threads for calls that are those of a test. */
  public static CallThreads threads(Executor executor) {
    return new CallThreads(
        "test",
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        (time, task) -> null,
        new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable task) {
            executor.execute(task);
          }
        });
  }
}
