package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a server answers: its content, if it is one and whole. */
final class Answer {
  /** Content of which a part is left out, though nobody asked for a part. */
  private static final int PARTIAL = HttpURLConnection.HTTP_PARTIAL;

  /** Characters of a server's text that an operator is shown. */
  private static final int MAX_SHOWN = 500;

  /** As much as TLS has in one record. */
  private static final int PIECE_BYTES = 16 * 1024;

  /** A length that is not announced, or that the chunks say. */
  private static final long UNKNOWN = -1;

  /** Digits that always fit a long, and far more bytes than anybody reads. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final HttpURLConnection connection;
  private final int maxBytes;
  private long length = UNKNOWN;

  Answer(HttpURLConnection connection, int maxBytes) {
    this.connection = connection;
    this.maxBytes = maxBytes;
  }

  /** Wait for the headers and judge them; no content is read yet. */
  void check() throws FetchException, IOException {
    int status = connection.getResponseCode();
    if (status < 0) {
      throw new FetchException(
          Kind.NETWORK, "The server does not speak HTTP", "no status line came");
    }
    if (status / 100 == 3) {
      throw new FetchException(
          Kind.HTTP_STATUS,
          "The server answers with a redirect (%d), which is not followed".formatted(status),
          "redirect: " + shown(String.join(", ", headers("Location"))));
    }
    if (status / 100 != 2 || status == PARTIAL) {
      throw new FetchException(
          Kind.HTTP_STATUS,
          "HTTP error: %d".formatted(status),
          shown(String.valueOf(connection.getResponseMessage())));
    }
    refuseOtherThan("Content-Encoding", "identity");
    refuseOtherThan("Transfer-Encoding", "chunked");
    length = length();
    if (length > maxBytes) {
      throw tooLarge("%d bytes are announced".formatted(length));
    }
  }

  /**
   * Read the content: as much as was announced, which is all of it, or to the end.
   *
   * @param into gets it as it comes
   */
  void content(OutputStream into) throws FetchException, IOException {
    InputStream in = connection.getInputStream();
    byte[] piece = new byte[PIECE_BYTES];
    long most = length == UNKNOWN ? maxBytes + 1L : length;
    long came = 0;
    while (came < most) {
      int count = in.read(piece, 0, (int) Math.min(piece.length, most - came));
      if (count < 0) {
        break;
      }
      came += count;
      if (came > maxBytes) {
        throw tooLarge("it goes on after %d bytes".formatted(maxBytes));
      }
      into.write(piece, 0, count);
    }
    if (came < length) {
      throw new FetchException(
          Kind.NETWORK, "The answer ended early", "%d of %d bytes came".formatted(came, length));
    }
  }

  /**
   * Bytes announced. Who reads on when two lengths are said, or one that is none, takes for content
   * what another takes for something else (RFC 9112, section 6.3).
   */
  private long length() throws FetchException {
    if (!headers("Transfer-Encoding").isEmpty()) {
      return UNKNOWN;
    }
    Set<String> lengths = new HashSet<>();
    headers("Content-Length")
        .forEach(line -> lengths.addAll(List.of(line.strip().split("\\s*,\\s*", -1))));
    if (lengths.isEmpty()) {
      return UNKNOWN;
    }
    String announced = lengths.iterator().next();
    if (lengths.size() > 1 || !NUMBER.matcher(announced).matches()) {
      throw new FetchException(
          Kind.NETWORK,
          "The answer does not say how long it is",
          "Content-Length: " + shown(String.join(", ", lengths)));
    }
    return Long.parseLong(announced);
  }

  /** What unpacks itself could be a thousand times what was counted. */
  private void refuseOtherThan(String header, String allowed) throws FetchException {
    for (String value : headers(header)) {
      if (!value.strip().equalsIgnoreCase(allowed)) {
        throw new FetchException(
            Kind.NETWORK,
            "The answer is encoded in a way that was not asked for",
            "%s: %s".formatted(header, shown(value)));
      }
    }
  }

  /** All of a name; the connection's own method gives one of several. */
  private List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    // At 0 is the status line, which has no name.
    for (int i = 1; connection.getHeaderField(i) != null; i++) {
      if (name.equalsIgnoreCase(connection.getHeaderFieldKey(i))) {
        values.add(connection.getHeaderField(i));
      }
    }
    return values;
  }

  private FetchException tooLarge(String detail) {
    return tooLarge(maxBytes, detail);
  }

  static FetchException tooLarge(int maxBytes, String detail) {
    return new FetchException(
        Kind.TOO_LARGE, "The content is larger than %d bytes".formatted(maxBytes), detail);
  }

  /** A query often is a key to what it leads to, and a log no place for it. */
  private static String shown(String text) {
    String line = text.replaceAll("\\?[^,]*", "?...").replaceAll("\\p{Cntrl}", "?");
    return line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) : line;
  }
}
