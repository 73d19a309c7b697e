package dev.bullpen.server;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.MessageParser;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.ServerInfo;
import dev.bullpen.protocol.StdoutWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Calls and dispatchers for tests. */
final class Calls {
  static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  private Calls() {}

  static RequestId id(int number) {
    return RequestId.of(Json.object().put("id", number).path("id")).orElseThrow();
  }

  static Call open(int id, Reply reply, CallTable table) {
    Call call =
        new Call(id(id), Json.object(), Revision.V2025_06_18, Optional.empty(), reply, table);
    table.add(call);
    return call;
  }

  static Message message(String json) {
    return MessageParser.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  /** A dispatcher whose completions are answered by {@code completions}. */
  static Dispatcher dispatcher(StdoutWriter writer, CallTable table, Handler completions) {
    ServerInfo identity = ServerInfo.of("test", "1");
    return new Dispatcher(
        new Session(),
        table,
        writer,
        new Lifecycle(identity, () -> {}),
        completions,
        new dev.bullpen.protocol.ModernResults(Optional.of(identity)));
  }
}
