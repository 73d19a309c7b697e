package dev.bullpen.faults.http;

import dev.bullpen.testkit.client.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that listens on a socket and passes it to the servers that it starts, one after the
 * other, as systemd does (sd_listen_fds(3)); or, for the control, closes it and passes none.
 */
final class SocketParent implements AutoCloseable {
  private static final String PROGRAM =
      """
      import os, signal, socket, sys
      kind, where, mode, count = sys.argv[1], sys.argv[2], int(sys.argv[3], 8), int(sys.argv[4])
      own, command = int(sys.argv[5]), sys.argv[6:]
      if kind == 'unix':
          listening = socket.socket(socket.AF_UNIX)
          listening.bind(where)
          os.chmod(where, mode)
      else:
          listening = socket.socket()
          listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
          listening.bind((where, own))
      listening.listen(1024)
      port = listening.getsockname()[1] if kind == 'tcp' else 0
      inode = os.fstat(listening.fileno()).st_ino
      if count == 0:
          listening.close()
      print(port, inode, flush=True)
      server = 0
      def start():
          pid = os.fork()
          if pid == 0:
              for number in range(3, 3 + count):
                  if listening.fileno() == number:
                      os.set_inheritable(number, True)
                  else:
                      os.dup2(listening.fileno(), number)
              os.dup2(os.open('/dev/null', os.O_RDWR), 0)
              os.dup2(2, 1)
              if count > 0:
                  os.environ.update(
                      LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(count), LISTEN_FDNAMES='mcp')
              words = [word.replace('PORT', str(port)) for word in command]
              os.execv(words[0], words)
          return pid
      def wait():
          return os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
      for line in sys.stdin:
          if line == 'start\\n':
              server = start()
              print(server, flush=True)
          else:
              if line == 'end\\n':
                  os.kill(server, signal.SIGTERM)
              print(wait(), flush=True)
              server = 0
      if server:
          os.kill(server, signal.SIGTERM)
          wait()
      """;

  private final Process process;
  private final BufferedReader said;
  private final SocketAddress address;
  private final String inode;

  private SocketParent(Process process, String where) throws IOException {
    this.process = process;
    said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String[] words = answer().split(" ");
    address =
        words[0].equals("0")
            ? UnixDomainSocketAddress.of(where)
            : new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0]));
    inode = words[1];
  }

  /**
   * What it listens on and passes.
   *
   * @param where an address, whose port is chosen, or a path
   * @param mode of the path, in octal
   * @param count how many sockets the server gets; 0 for none, to be listened on by itself at the
   *     chosen port, which stands as PORT in its command
   */
  record Passing(String where, String mode, int count) {
    static Passing internet(String address) {
      return new Passing(address, "0", 1);
    }

    static Passing unix(Path path, String mode) {
      return new Passing(path.toString(), mode, 1);
    }

    static Passing nothing() {
      return new Passing("127.0.0.1", "0", 0);
    }

    private String kind() {
      return where.startsWith("/") ? "unix" : "tcp";
    }
  }

  /**
   * @param errors where servers write their log
   */
  static SocketParent begin(Launcher launcher, Passing passing, Path errors) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "python3",
                "-c",
                PROGRAM,
                passing.kind(),
                passing.where(),
                passing.mode(),
                Integer.toString(passing.count()),
                // The server binds it later, so no outgoing connection may get it meanwhile.
                Integer.toString(passing.count() == 0 ? Proxy.Ports.free().http1() : 0)));
    words.addAll(launcher.command());
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectError(Redirect.appendTo(errors.toFile()));
    builder.environment().putAll(launcher.environment());
    return new SocketParent(builder.start(), passing.where());
  }

  long pid() {
    return process.pid();
  }

  SocketAddress address() {
    return address;
  }

  /** As the system shows a descriptor of the socket. */
  String link() {
    return "socket:[" + inode + "]";
  }

  /** Starts a server; its pid. */
  int start() {
    return Integer.parseInt(ask("start"));
  }

  /** Tells the server to end, and waits for that; its exit code, or the signal below 0. */
  int end() {
    return Integer.parseInt(ask("end"));
  }

  /** The exit code of a server that ends by itself. */
  int await() {
    return Integer.parseInt(ask("wait"));
  }

  private String ask(String command) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String answer() throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IOException("the parent of the servers has ended");
    }
    return line;
  }

  /** Ends the server that still runs, and itself. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while servers end", e);
    }
  }
}
