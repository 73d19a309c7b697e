package dev.bullpen.http.connection;

import java.nio.charset.StandardCharsets;

/** Frames of HTTP/2 (RFC 9113), as text of one character a byte. */
final class Http2Frames {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** {@code :status: 200}, indexed, as it begins the head of an answer. */
  static final String OK = "\u0088";

  private Http2Frames() {}

  /** What a client begins with that knows that the server speaks HTTP/2. */
  static String preface() {
    return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, "");
  }

  /** A POST to {@code /} with this body. */
  static String post(int stream, String body) {
    String method = "\u0083"; // indexes of the static table: RFC 7541, appendix A
    String scheme = "\u0086";
    String path = "\u0084";
    String authority = "\u0001\tlocalhost";
    return frame(HEADERS, END_HEADERS, stream, method + scheme + path + authority)
        + frame(DATA, END_STREAM, stream, body);
  }

  /** With CANCEL. */
  static String reset(int stream) {
    return frame(RST_STREAM, 0, stream, "\0\0\0\u0008");
  }

  private static String frame(int type, int flags, int stream, String payload) {
    int length = payload.getBytes(StandardCharsets.ISO_8859_1).length;
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
