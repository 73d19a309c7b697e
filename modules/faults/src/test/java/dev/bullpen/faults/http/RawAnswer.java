package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One answer of HTTP/1.1 as it was read from a connection.
 *
 * @param status 0 if it is none of HTTP/1
 * @param head its fields, in lower case
 * @param body without the sizes of chunks
 */
record RawAnswer(int status, String head, String body) {
  private static final int HEX = 16;

  /**
   * The whole answers in that text, without those that only announce another (100).
   *
   * @param hasEnded whether nothing follows
   */
  static List<RawAnswer> all(String text, boolean hasEnded) {
    List<RawAnswer> answers = new ArrayList<>();
    int at = 0;
    int end = text.indexOf("\r\n\r\n", at);
    while (end >= 0) {
      String head = text.substring(at, end).toLowerCase(Locale.ROOT) + "\r\n";
      int status = head.matches("(?s)http/1\\.[01] \\d{3}.*") ? status(head) : 0;
      int begin = end + 4;
      StringBuilder body = new StringBuilder();
      int next = status / 100 == 1 ? begin : body(text, begin, head, hasEnded, body);
      if (next < 0) {
        return answers;
      }
      if (status / 100 != 1) {
        answers.add(new RawAnswer(status, head, body.toString()));
      }
      at = next;
      end = text.indexOf("\r\n\r\n", at);
    }
    return answers;
  }

  private static int status(String head) {
    return Integer.parseInt(head.substring(9, 12));
  }

  /** Where the next answer begins; -1 if this one is not whole. */
  private static int body(
      String text, int begin, String head, boolean hasEnded, StringBuilder body) {
    if (head.contains("\r\ntransfer-encoding: chunked\r\n")) {
      return chunks(text, begin, body);
    }
    Optional<String> length = field(head, "content-length");
    int end = length.isPresent() ? begin + Integer.parseInt(length.get()) : text.length();
    if (end > text.length() || (length.isEmpty() && !hasEnded)) {
      return -1;
    }
    body.append(text, begin, end);
    return end;
  }

  private static int chunks(String text, int begin, StringBuilder body) {
    int at = begin;
    while (true) {
      int line = text.indexOf("\r\n", at);
      if (line < 0) {
        return -1;
      }
      int size = Integer.parseInt(text.substring(at, line).split(";")[0].strip(), HEX);
      int end = line + 2 + size;
      if (end + 2 > text.length()) {
        return -1;
      }
      body.append(text, line + 2, end);
      at = end + 2;
      if (size == 0) {
        return at;
      }
    }
  }

  private static Optional<String> field(String head, String name) {
    int at = head.indexOf("\r\n" + name + ": ");
    int value = at + name.length() + 4;
    return at < 0
        ? Optional.empty()
        : Optional.of(head.substring(value, head.indexOf("\r\n", value)).strip());
  }

  /** The last message in it; empty if there is none. */
  Optional<JsonNode> message() {
    String text = new String(body.getBytes(ISO_8859_1), UTF_8).strip();
    int event = text.lastIndexOf("data: {");
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(Json.parse(event < 0 ? text : text.substring(event + 6)));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  /** The id of its message; empty if it has none. */
  String id() {
    return message().map(said -> said.path("id")).map(JsonNode::asString).orElse("");
  }

  /** The code of the error in it; 0 if it has none. */
  int code() {
    return message().map(said -> said.at("/error/code").asInt(0)).orElse(0);
  }
}
