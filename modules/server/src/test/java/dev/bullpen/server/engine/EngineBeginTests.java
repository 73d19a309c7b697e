package dev.bullpen.server.engine;

import static org.awaitility.Awaitility.await;

import dev.bullpen.server.engine.ManyClients.TestClient;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineBeginTests {
  private static final String ENVELOPE =
      "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}}";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'initialize','params':{'protocolVersion':'2025-11-25','capabilities':{},"
            + "'clientInfo':{'name':'t','version':'0'}}",
        "'server/discover','params':" + ENVELOPE,
        "'tools/list','params':" + ENVELOPE,
      })
  void the_first_call_starts_helpers_whether_it_is_a_greeting_or_not(String first)
      throws Exception {
    try (ManyClients clients = new ManyClients(folder, 1)) {
      TestClient client = clients.client("one");
      client.send("{'jsonrpc':'2.0','id':1,'method':%s}".formatted(first));
      await().atMost(ManyClients.LONG).until(() -> clients.helpersStarted() > 0);
    }
  }
}
