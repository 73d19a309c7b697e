package dev.bullpen.faults.http;

import dev.bullpen.testkit.client.HttpCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Frames of HTTP/2 (RFC 9113) as a client sends them, as text of one character a byte. */
final class Http2 {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** The longest value of an integer's first byte with a prefix of seven bits: RFC 7541, 5.1. */
  private static final int PREFIX = 127;

  /** What a client begins with that knows that the server speaks HTTP/2. */
  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, "");

  private Http2() {}

  /**
   * A request.
   *
   * @param fields names and values in turn, those of the request line first; none is checked
   */
  static String request(int stream, String body, String... fields) {
    StringBuilder block = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      block.append('\0').append(literal(fields[i])).append(literal(fields[i + 1]));
    }
    return frame(HEADERS, END_HEADERS, stream, block.toString())
        + frame(DATA, END_STREAM, stream, body);
  }

  /** The fields of a request over HTTP/1.1, and more, as HTTP/2 has them. */
  static String[] fields(HttpCall call, String authority, String... more) {
    List<String> fields = new ArrayList<>();
    fields.addAll(List.of(":method", "POST", ":scheme", "http", ":path", "/mcp"));
    fields.addAll(List.of(":authority", authority));
    for (String line : call.headers()) {
      String[] parts = line.split(": ", 2);
      fields.addAll(List.of(parts[0].toLowerCase(Locale.ROOT), parts[1]));
    }
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  /** The client wants no answer any more (CANCEL). */
  static String reset(int stream) {
    return frame(RST_STREAM, 0, stream, "\0\0\0\u0008");
  }

  private static String literal(String text) {
    int rest = text.length() - PREFIX;
    String length =
        rest < 0
            ? String.valueOf((char) text.length())
            : "\177"
                + (rest < 128
                    ? String.valueOf((char) rest)
                    : "" + (char) (rest % 128 + 128) + (char) (rest / 128));
    return length + text;
  }

  private static String frame(int type, int flags, int stream, String payload) {
    int length = payload.length();
    return new String(
            new char[] {
              (char) (length >> 16),
              (char) (length >> 8 & 0xff),
              (char) (length & 0xff),
              (char) type,
              (char) flags,
              '\0',
              '\0',
              (char) (stream >> 8),
              (char) (stream & 0xff)
            })
        + payload;
  }
}
