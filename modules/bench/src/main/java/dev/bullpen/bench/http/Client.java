package dev.bullpen.bench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.Messages;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that costs as little as it can: one connection, which is kept, and no parser of JSON. An
 * answer that is no result, or has an error in it, ends the measurement.
 */
final class Client implements Closeable {
  /** So that each request has an id of its own, and all are of one length. */
  private static final long FIRST_ID = 100_000_000;

  private static final int ANSWER_MILLIS = 30_000;
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int HEX = 16;

  private final int port;
  private final Era era;
  private final Map<Ask, byte[]> requests = new EnumMap<>(Ask.class);
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private Socket socket;
  private InputStream input;
  private int from;
  private int to;
  private long id = FIRST_ID;

  /** Empty without one. */
  private String session = "";

  private Client(int port, Era era) {
    this.port = port;
    this.era = era;
  }

  /** Connect, and shake hands in the era that does. */
  static Client greet(int port, Era era) throws IOException {
    Client client = new Client(port, era);
    client.connect();
    if (era == Era.LEGACY) {
      ObjectNode params = Messages.initialize(era.revision().text());
      client.send(era.call(++client.id, "initialize", params));
      client.result(client.body(client.head()));
      client.send(
          client.inSession(
              HttpCall.post(
                      era.revision(),
                      Json.text(Messages.notification("notifications/initialized", Json.object())))
                  .header("MCP-Protocol-Version", era.revision().text())));
      client.body(client.head());
    }
    return client;
  }

  /** Connect, once more if need be: many servers close what is idle. */
  void connect() throws IOException {
    close();
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(ANSWER_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    input = socket.getInputStream();
    from = 0;
    to = 0;
  }

  /** Ask, and have the answer. */
  void ask(Ask ask) throws IOException {
    byte[] request = requests.computeIfAbsent(ask, this::request);
    patchId(request);
    socket.getOutputStream().write(request);
    result(body(head()));
  }

  private byte[] request(Ask ask) {
    return inSession(era.call(FIRST_ID, ask.method(), ask.params())).bytes(host());
  }

  /** All ids have as many digits. */
  private void patchId(byte[] request) {
    byte[] digits = Long.toString(++id).getBytes(ISO_8859_1);
    byte[] mark = "\"id\":".getBytes(ISO_8859_1);
    int at = find(request, mark);
    System.arraycopy(digits, 0, request, at + mark.length, digits.length);
  }

  private static int find(byte[] bytes, byte[] what) {
    for (int i = 0; i + what.length <= bytes.length; i++) {
      int k = 0;
      while (k < what.length && bytes[i + k] == what[k]) {
        k++;
      }
      if (k == what.length) {
        return i;
      }
    }
    throw new IllegalStateException("no id in a request");
  }

  /** Open the stream of what belongs to no request, and leave it open. */
  void listen() throws IOException {
    if (socket.isClosed()) {
      connect();
    }
    if (era == Era.LEGACY) {
      send(inSession(HttpCall.bare(era.revision(), "GET")));
    } else {
      ObjectNode params = Messages.json("{'notifications':{'toolsListChanged':true}}");
      send(era.call(++id, "subscriptions/listen", params));
    }
  }

  /** Fail if the stream has been refused or closed. */
  void assertListening() throws IOException {
    socket.setSoTimeout(1);
    try {
      head();
      while (true) {
        line();
      }
    } catch (SocketTimeoutException silent) {
      // nothing more to be read, and not at its end
    }
  }

  private HttpCall inSession(HttpCall call) {
    return session.isEmpty() ? call : call.header(HttpCall.SESSION_ID, session);
  }

  private void send(HttpCall call) throws IOException {
    socket.getOutputStream().write(call.bytes(host()));
  }

  private String host() {
    return "127.0.0.1:" + port;
  }

  /** What the body of an answer is made of: -1 for chunks, else its bytes. */
  private int head() throws IOException {
    String status = line();
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(value(line));
      } else if (lower.startsWith("transfer-encoding:")) {
        length = -1;
      } else if (lower.startsWith("mcp-session-id:")) {
        session = value(line);
      }
    }
    if (!status.startsWith("HTTP/1.1 20")) {
      throw new IOException("it answers " + status + ": " + body(length));
    }
    return length;
  }

  private static String value(String header) {
    return header.substring(header.indexOf(':') + 1).strip();
  }

  private String body(int length) throws IOException {
    if (length >= 0) {
      return bytes(length);
    }
    StringBuilder whole = new StringBuilder();
    while (true) {
      int size = Integer.parseInt(line().strip(), HEX);
      whole.append(bytes(size));
      line();
      if (size == 0) {
        return whole.toString();
      }
    }
  }

  private void result(String body) throws IOException {
    if (!body.contains("\"result\"")
        || body.contains("\"isError\":true")
        || body.contains("\"values\":[]")) {
      throw new IOException("it answers " + body);
    }
  }

  private String bytes(int count) throws IOException {
    byte[] whole = new byte[count];
    for (int done = 0; done < count; ) {
      fill();
      int some = Math.min(count - done, to - from);
      System.arraycopy(buffer, from, whole, done, some);
      from += some;
      done += some;
    }
    return new String(whole, ISO_8859_1);
  }

  /** Without its end. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      fill();
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      line.append(new String(buffer, from, end - from, ISO_8859_1));
      from = Math.min(end + 1, to);
      if (end < to) {
        return line.toString().stripTrailing();
      }
    }
  }

  /** So that there is something in the buffer. */
  private void fill() throws IOException {
    if (from == to) {
      int read = input.read(buffer);
      if (read < 0) {
        throw new EOFException("it has closed the connection");
      }
      from = 0;
      to = read;
    }
  }

  /** The connection; the session stays. */
  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
    }
  }
}
