import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Gives each request the same answer and does no work: what HTTP and the client take by themselves.
 *
 * <p>Usage: java Least PORT
 */
public final class Least {
  private static final String BODY =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"completion\":{\"values\":[\"retry job\",\"review"
          + " logs\"]}}}";
  private static final byte[] ANSWER =
      ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(ISO_8859_1);

  private Least() {}

  /** Serves until it is ended. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    try (ServerSocket server = new ServerSocket(port, 100, InetAddress.getLoopbackAddress())) {
      while (true) {
        Socket socket = server.accept();
        new Thread(() -> serve(socket)).start();
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedReader input =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      int length = 0;
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (line.startsWith("Content-Length: ")) {
          length = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
        } else if (line.isEmpty()) {
          input.skip(length);
          socket.getOutputStream().write(ANSWER);
        }
      }
    } catch (IOException e) {
      // the client has gone
    }
  }
}
