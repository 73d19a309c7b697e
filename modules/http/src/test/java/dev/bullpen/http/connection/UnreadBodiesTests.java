package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No frame of a body stays in memory because no part of the server reads it. */
@Timeout(60)
class UnreadBodiesTests {
  private static final String HOST = "Host: localhost\r\n";
  private static final int FRAME_BYTES = 16 * 1024;

  /** More than half of a stream's window, which is 512 KiB: the server grants more. */
  private static final int FRAMES = 17;

  private static TestServer server;

  /** Answers at once, without reading. */
  private static final class Hasty extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      response.setStatus(HttpStatus.OK_200);
      TestServer.text(response, callback, "answer to " + request.getMethod());
      return true;
    }
  }

  @BeforeAll
  static void open() throws Exception {
    server = new TestServer(new Hasty());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static String frames(int stream) {
    return Http2Frames.data(stream, "x".repeat(FRAME_BYTES)).repeat(FRAMES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE", "PUT", "POST"})
  void aBodyIsReadThoughTheAnswerHasNoWindow(String method) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.prefaceWithoutWindow() + Http2Frames.begin(1, method));
      client.send(frames(1)).await(Http2Frames.windowUpdate(1));
      client.send(frames(1) + Http2Frames.post(3, "")).await(Http2Frames.OK);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void oneByteOfABodyIsRefused(String method) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + Http2Frames.begin(1, method));
      client.send(Http2Frames.data(1, "x") + Http2Frames.lastData(1, ""));
      String answer = client.await(method + " must have no body");
      assertFalse(answer.contains("answer to"), answer);
    }
    try (RawClient client = RawClient.of(server.listener())) {
      String head = method + " / HTTP/1.1\r\n" + HOST + "Content-Length: 1\r\n\r\n";
      String answer = client.send(head + "x").awaitEnd();
      assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
      assertTrue(answer.contains("must have no body"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void aBodyWithoutBytesIsNone(String method) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + Http2Frames.begin(1, method));
      client.send(Http2Frames.lastData(1, "")).await("answer to " + method);
    }
    try (RawClient client = RawClient.of(server.listener())) {
      String line = method + " / HTTP/1.1\r\n" + HOST;
      client.send(line + "\r\n").await("answer to " + method);
      client.send(line + "Content-Length: 0\r\n\r\n");
      client.send(line + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
      assertEquals(4, client.awaitEnd().split("answer to", -1).length);
    }
  }

  @Test
  void aPostThatIsAnsweredBeforeItsEndGetsItsAnswer() throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + Http2Frames.begin(1, "POST") + frames(1));
      client.send(Http2Frames.lastData(1, "")).await("answer to POST");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void aBodyOfWhatTheLibraryRefusesIsNotKept(String method) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.prefaceWithoutWindow() + Http2Frames.begin(1, method, "/a%2fb"));
      client.send(frames(1)).await(Http2Frames.beginOfReset(1));
    }
    try (RawClient client = RawClient.of(server.listener())) {
      String head = Http2Frames.begin(1, method, "/a%2fb");
      client.send(Http2Frames.preface() + head + Http2Frames.lastData(1, ""));
      client.await("jsonrpc");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void aBodyWithoutAnEndIsReset(String method) throws Exception {
    Duration body = Duration.ofSeconds(1);
    Duration other = Duration.ofSeconds(30);
    ConnectionLimits limits = new ConnectionLimits(100, 100, other, body, 0, other, other);
    try (TestServer impatient =
            new TestServer(new Hasty(), limits, Optional.empty(), TestServer.LOOPBACK);
        RawClient client = RawClient.of(impatient.listener())) {
      client.send(Http2Frames.prefaceWithoutWindow() + Http2Frames.begin(1, method));
      String answer = client.await(Http2Frames.beginOfReset(1));
      assertFalse(answer.contains(Http2Frames.OK), answer);
      client.send(Http2Frames.post(3, "")).await(Http2Frames.OK);
    }
  }
}
