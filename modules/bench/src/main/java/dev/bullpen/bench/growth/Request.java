package dev.bullpen.bench.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.IntFunction;

/**
 * A request that can be made as often as one likes.
 *
 * @param params JSON, of the id
 */
record Request(String method, IntFunction<String> params) {

  static Request call(String tool) {
    return new Request("tools/call", id -> "{\"name\":\"%s\",\"arguments\":{}}".formatted(tool));
  }

  /** The first page. */
  static Request list() {
    return new Request("tools/list", id -> "{}");
  }

  /** Of a value. Each in a context of its own, so that none supersedes another. */
  static Request complete(String prompt, String value) {
    return new Request(
        "completion/complete",
        id ->
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"%s\"},\"argument\":{\"name\":\"query\",\"value\":\"%s\"},\"context\":{\"arguments\":{\"form\":\"%d\"}}}"
                .formatted(prompt, value, id));
  }

  static Request ping() {
    return new Request("ping", id -> "{}");
  }

  /** Its line. */
  byte[] line(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}\n"
        .formatted(id, method, params.apply(id))
        .getBytes(UTF_8);
  }
}
