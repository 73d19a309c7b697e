package dev.bullpen.http.connection;

import java.nio.charset.StandardCharsets;

/** Frames of HTTP/2 (RFC 9113), as text of one character a byte. */
final class Http2Frames {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int HEADER_BYTES = 9;
  private static final int MOST_BYTES = 16 * 1024;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** {@code :status: 200}, indexed, as it begins the head of an answer. */
  static final String OK = "\u0088";

  // Indexes of the static table: RFC 7541, appendix A.
  private static final String GET = "\u0082";
  private static final String POST = "\u0083";
  private static final String SCHEME = "\u0086";
  private static final String PATH = "\u0084";
  private static final String AUTHORITY = "\u0001\tlocalhost";
  private static final String HEAD = POST + SCHEME + PATH + AUTHORITY;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private Http2Frames() {}

  /** What a client begins with that knows that the server speaks HTTP/2. */
  static String preface() {
    return PREFACE + frame(SETTINGS, 0, 0, "");
  }

  /** The same from a client that lets no byte of a body come (SETTINGS_INITIAL_WINDOW_SIZE). */
  static String prefaceWithoutWindow() {
    return PREFACE + frame(SETTINGS, 0, 0, "\0\u0004\0\0\0\0");
  }

  /** A POST to {@code /} with this body. */
  static String post(int stream, String body) {
    return frame(HEADERS, END_HEADERS, stream, HEAD) + frame(DATA, END_STREAM, stream, body);
  }

  /** A request of {@code /} whose body follows. */
  static String begin(int stream, String method) {
    return begin(stream, method, "/");
  }

  static String begin(int stream, String method, String path) {
    String block = "\u0002" + literal(method) + SCHEME + "\u0004" + literal(path) + AUTHORITY;
    return frame(HEADERS, END_HEADERS, stream, block);
  }

  private static String literal(String text) {
    return length(text.length()) + text;
  }

  static String data(int stream, String payload) {
    return frame(DATA, 0, stream, payload);
  }

  static String lastData(int stream, String payload) {
    return frame(DATA, END_STREAM, stream, payload);
  }

  /** How the server's frame begins that lets the client send more of a body. */
  static String windowUpdate(int stream) {
    return frame(WINDOW_UPDATE, 0, stream, "\0\0\0\0").substring(0, HEADER_BYTES);
  }

  /** How the server's frame begins that ends a stream before its time. */
  static String beginOfReset(int stream) {
    return reset(stream).substring(0, HEADER_BYTES);
  }

  /** A GET of {@code /} with so many more fields, whose values have so many bytes. */
  static String get(int stream, int fields, int bytes) {
    String field = "\0\001a" + length(bytes) + "x".repeat(bytes);
    String block = HEAD.replace(POST, GET) + field.repeat(fields);
    StringBuilder frames = new StringBuilder();
    int type = HEADERS;
    int end = END_STREAM;
    for (int at = 0; at < block.length(); at += MOST_BYTES) {
      String part = block.substring(at, Math.min(at + MOST_BYTES, block.length()));
      end |= at + MOST_BYTES < block.length() ? 0 : END_HEADERS;
      frames.append(frame(type, end, stream, part));
      type = CONTINUATION;
      end = 0;
    }
    return frames.toString();
  }

  /** An integer with a prefix of seven bits: RFC 7541, section 5.1. */
  private static String length(int bytes) {
    int rest = bytes - 127;
    return rest < 0
        ? String.valueOf((char) bytes)
        : "\177" + (char) (rest % 128 + 128) + (char) (rest / 128);
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
