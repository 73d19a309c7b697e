package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;

/** What a server answers: its content, if it is one and whole. */
final class Answer {
  /** Content of which a part is left out, though nobody asked for a part. */
  private static final int PARTIAL = HttpURLConnection.HTTP_PARTIAL;

  /** Characters of a server's text that an operator is shown. */
  private static final int MAX_SHOWN = 500;

  private final HttpURLConnection connection;
  private final int maxBytes;

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
    if (length() > maxBytes) {
      throw tooLarge("%d bytes are announced".formatted(length()));
    }
  }

  /** Read the content, to its end. */
  byte[] content() throws FetchException, IOException {
    InputStream in = connection.getInputStream();
    byte[] content = in.readNBytes(maxBytes + 1);
    if (content.length > maxBytes) {
      throw tooLarge("it goes on after %d bytes".formatted(maxBytes));
    }
    if (content.length < length()) {
      throw new FetchException(
          Kind.NETWORK,
          "The answer ended early",
          "%d of %d bytes came".formatted(content.length, length()));
    }
    return content;
  }

  /** Bytes announced; negative if none are, or if the chunks say it. */
  private long length() {
    return headers("Transfer-Encoding").isEmpty() ? connection.getContentLengthLong() : -1;
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
