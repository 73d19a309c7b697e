package dev.bullpen.bench.inner;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.testkit.client.Messages;

/** Lines as clients send them. */
public final class Requests {
  private static final int ID = 17;

  private Requests() {}

  /** {@code ping}. */
  public static byte[] ping() {
    return JsonRpc.line(Messages.request(ID, "ping", Json.object()));
  }

  /** {@code completion/complete} for an argument of a prompt. */
  public static byte[] complete(String prompt, String argument, String value) {
    return JsonRpc.line(
        Messages.request(
            ID, "completion/complete", Messages.completePrompt(prompt, argument, value)));
  }
}
