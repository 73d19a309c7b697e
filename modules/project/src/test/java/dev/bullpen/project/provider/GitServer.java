package dev.bullpen.project.provider;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/**
 * A repository as web servers offer it (git's "smart HTTP"): the first request lists the refs, the
 * second is answered by {@code git upload-pack}.
 */
final class GitServer implements AutoCloseable {
  private final Path repository;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final TlsServer server;

  GitServer(Path repository) throws IOException {
    this.repository = repository;
    this.server = TlsServer.start(this::answer);
  }

  /** The URI of a place in it, which is a ref and a path. */
  String uri(String place) {
    return "git+https://localhost:" + server.port() + "/team/repo.git#" + place;
  }

  int port() {
    return server.port();
  }

  /** The first line of each request. */
  List<String> asked() {
    return asked;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void answer(TlsServer.Request request, OutputStream out)
      throws IOException, InterruptedException {
    String line = request.lines().get(0);
    asked.add(line);
    if (line.startsWith("GET /team/repo.git/info/refs?service=git-upload-pack ")) {
      head(out, "advertisement");
      out.write("001e# service=git-upload-pack\n0000".getBytes(StandardCharsets.US_ASCII));
      uploadPack(InputStream.nullInputStream(), out, "--advertise-refs");
    } else if (line.startsWith("POST /team/repo.git/git-upload-pack ")) {
      head(out, "result");
      uploadPack(body(request), out, "--stateless-rpc");
    } else if (line.contains("/moved.git/")) {
      String there =
          "https://localhost:" + port() + "/team/repo.git" + line.split("moved.git| ")[2];
      out.write(
          ("HTTP/1.1 302 Moved\r\nLocation: " + there + "\r\nContent-Length: 0\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
    } else {
      out.write(
          "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void head(OutputStream out, String kind) throws IOException {
    out.write(
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/x-git-upload-pack-"
                + kind
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  private void uploadPack(InputStream in, OutputStream out, String mode)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("git", "upload-pack", "--stateless-rpc", mode, repository.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream stdin = process.getOutputStream()) {
      in.transferTo(stdin);
    }
    process.getInputStream().transferTo(out);
    process.waitFor();
  }

  private static InputStream body(TlsServer.Request request) throws IOException {
    int length = Integer.parseInt(header(request, "content-length"));
    InputStream body = new ByteArrayInputStream(request.body().readNBytes(length));
    return header(request, "content-encoding").equals("gzip") ? new GZIPInputStream(body) : body;
  }

  private static String header(TlsServer.Request request, String name) {
    for (String line : request.lines()) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return "";
  }
}
