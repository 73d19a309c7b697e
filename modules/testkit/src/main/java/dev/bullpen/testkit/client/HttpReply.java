package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The answer to a request over HTTP, read from the connection when it is asked for. */
public final class HttpReply {
  private static final int HEX = 16;
  private static final int BLOCK_BYTES = 8192;

  private final Socket socket;
  private final InputStream in;
  private final Duration patience;
  private final Transcript heard;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private int status;

  /** Of the chunk or the body. */
  private long left;

  private boolean isChunked;
  private boolean hasEnded;

  /**
   * @param patience for the next event of a stream
   */
  HttpReply(Socket socket, InputStream in, Duration patience, Transcript heard) {
    this.socket = socket;
    this.in = in;
    this.patience = patience;
    this.heard = heard;
  }

  /**
   * What a stream of events has brought.
   *
   * @param id empty if it has none
   * @param data without its line ends
   */
  public record Event(String id, String data) {
    /** The message in it. */
    public JsonNode message() {
      return parsed(data);
    }
  }

  /** The status; waits for the head. */
  public int status() {
    if (status == 0) {
      reading(this::readHead);
    }
    return status;
  }

  /** A header; empty if there is none. */
  public String header(String name) {
    status();
    return headers.getOrDefault(name, "");
  }

  public boolean isEvents() {
    return header("Content-Type").equals("text/event-stream");
  }

  /** The whole body of an answer that is no stream. */
  public String body() {
    status();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] block = new byte[BLOCK_BYTES];
    for (int count = read(block); count >= 0; count = read(block)) {
      body.write(block, 0, count);
    }
    return body.toString(UTF_8);
  }

  /** The next event of a stream; empty at its end. */
  public Optional<Event> next() {
    status();
    String id = "";
    String data = "";
    Deadline deadline = Deadline.in(patience); // comments may come for ever
    while (!hasEnded && !(deadline.passed() && (id + data).isEmpty())) {
      String line = line();
      if (line.startsWith("id: ")) {
        id = line.substring("id: ".length());
      } else if (line.startsWith("data: ")) {
        data = line.substring("data: ".length());
      } else if (line.isEmpty() && !(id + data).isEmpty()) {
        return Optional.of(hear(new Event(id, data)));
      } else if (!line.isEmpty() && !line.startsWith(":")) {
        throw new AssertionError("not expected in a stream of events: " + line);
      }
    }
    if (!hasEnded) {
      throw new AssertionError("neither an event nor an end for " + patience);
    }
    return Optional.empty();
  }

  /** The message of the next event; there must be one. */
  public JsonNode nextMessage() {
    Event event = next().orElseThrow(() -> new AssertionError("the stream has ended"));
    return event.data().isEmpty() ? nextMessage() : event.message();
  }

  /** The events until the stream's end. */
  public List<Event> rest() {
    List<Event> rest = new ArrayList<>();
    for (Optional<Event> next = next(); next.isPresent(); next = next()) {
      rest.add(next.get());
    }
    return rest;
  }

  /** The messages until the end, whatever form the answer has. */
  public List<JsonNode> messages() {
    if (!isEvents()) {
      return List.of(hear(new Event("", body())).message());
    }
    return rest().stream().filter(event -> !event.data().isEmpty()).map(Event::message).toList();
  }

  /** The last message: the response, if all is well. */
  public JsonNode response() {
    List<JsonNode> messages = messages();
    if (messages.isEmpty()) {
      throw new AssertionError("the stream has ended without a message");
    }
    return messages.get(messages.size() - 1);
  }

  /** Whether for so long nothing comes, neither an event nor an end. */
  public boolean isQuiet(Duration during) {
    try {
      int before = socket.getSoTimeout();
      socket.setSoTimeout(Math.toIntExact(during.toMillis()));
      try {
        next();
        return false;
      } catch (UncheckedIOException e) {
        return e.getCause() instanceof SocketTimeoutException;
      } finally {
        socket.setSoTimeout(before);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Event hear(Event event) {
    if (!event.data().isEmpty()) {
      heard.add(Line.of(Line.Side.SERVER, System.nanoTime(), event.data().getBytes(UTF_8)));
    }
    return event;
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.parse(text);
    } catch (JsonException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  private int readHead() throws IOException {
    String statusLine = headLine();
    for (String line = headLine(); !line.isEmpty(); line = headLine()) {
      String[] parts = line.split(": ?", 2);
      headers.merge(parts[0], parts[1], (one, other) -> one + ", " + other);
    }
    isChunked = "chunked".equals(headers.get("Transfer-Encoding"));
    left =
        isChunked ? 0 : Long.parseLong(headers.getOrDefault("Content-Length", "" + Long.MAX_VALUE));
    status = Integer.parseInt(statusLine.split(" ")[1]);
    return status;
  }

  private String headLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection was closed after: " + line.toString(UTF_8));
      }
      line.write(next);
    }
    return line.toString(UTF_8).strip();
  }

  private String line() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = read(); next >= 0 && next != '\n'; next = read()) {
      line.write(next);
    }
    return line.toString(UTF_8);
  }

  private int read() {
    byte[] one = new byte[1];
    return read(one) < 0 ? -1 : one[0] & 0xff;
  }

  private int read(byte[] into) {
    return reading(() -> readBody(into));
  }

  /** How many of the body's next bytes there are now, at least one; -1 at its end. */
  private int readBody(byte[] into) throws IOException {
    if (isChunked && left == 0 && !hasEnded) {
      String size = headLine(); // empty behind the chunk before, whose line end comes late
      left = Long.parseLong(size.isEmpty() ? headLine() : size, HEX);
      if (left == 0) {
        headLine(); // behind the last chunk
      }
    }
    hasEnded |= left == 0;
    if (hasEnded) {
      return -1;
    }
    int count = in.read(into, 0, (int) Math.min(left, into.length));
    hasEnded = count < 0;
    if (hasEnded && isChunked) {
      throw new EOFException("the connection was closed in the midst of a body");
    }
    left -= count;
    return count;
  }

  private interface Reading {
    int read() throws IOException;
  }

  private static int reading(Reading reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw new UncheckedIOException("the answer cannot be read", e);
    }
  }
}
