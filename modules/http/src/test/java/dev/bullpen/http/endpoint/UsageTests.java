package dev.bullpen.http.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.Grant;
import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.Grant.Quotas;
import dev.bullpen.protocol.Message;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTests {
  private final Usage usage = new Usage();

  private static Grant grant(Quotas quotas) {
    return new Grant("token:alice", Permissions.ALL, quotas, Set.of());
  }

  private static Grant atATime(int calls) {
    return grant(new Quotas(Optional.empty(), Optional.of(calls)));
  }

  private static Grant perMinute(int calls) {
    return grant(new Quotas(Optional.of(calls), Optional.empty()));
  }

  private static String request(String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
  }

  private static int counted(Grant grant, String message) {
    return Usage.counted(grant, Message.parse(message.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "tools/call, 1",
    "prompts/get, 1",
    "resources/read, 1",
    "resources/subscribe, 1",
    "completion/complete, 1",
    "resources/unsubscribe, 0",
    "tools/list, 0",
    "ping, 0",
  })
  void requests_count_for_which_something_is_run_or_read(String method, int count) {
    assertEquals(count, counted(atATime(1), request(method)));
    assertEquals(0, counted(grant(Quotas.NONE), request(method)), "without a quota");
  }

  @Test
  void each_request_of_a_batch_counts() {
    String call = request("tools/call");
    assertEquals(1, counted(atATime(1), "[" + call + "]"));
    assertEquals(2, counted(atATime(1), "[" + call + "," + request("ping") + "," + call + ",7]"));
  }

  @Test
  void several_at_once_enter_together_or_not_at_all() {
    Grant grant = atATime(3);
    assertFalse(usage.enter(grant, 4));
    assertTrue(usage.enter(grant, 2));
    assertFalse(usage.enter(grant, 2));
    assertTrue(usage.enter(grant, 1));
    usage.leave(grant, 2);
    assertTrue(usage.enter(grant, 2));
  }

  @Test
  void several_that_are_too_many_use_up_nothing_of_a_minute() {
    Grant grant = perMinute(3);
    assertFalse(usage.enter(grant, 4));
    assertTrue(usage.enter(grant, 2));
    assertFalse(usage.enter(grant, 2));
    assertTrue(usage.enter(grant, 1));
    assertFalse(usage.enter(grant, 1));
  }
}
