package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What two parsers could read in two ways is refused, and so is what is too large. */
class HostileRequestsTests {
  private static final String HOST = "Host: localhost\r\n";
  private static final int HEAD_BYTES = 16 * 1024;

  private static TestServer server;

  @BeforeAll
  static void open() throws Exception {
    server = new TestServer(new TestServer.Counting());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        of("bare LF in the head", "POST / HTTP/1.1\n" + HOST + "Content-Length: 0\r\n\r\n"),
        of("bare LF after a field", "POST / HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n"),
        of("bare LF after a chunk", chunked("2\nhi\r\n0\r\n\r\n")),
        of("a field that is folded", post("A: b\r\n c\r\nContent-Length: 0\r\n")),
        of("two lengths", post("Content-Length: 2\r\nContent-Length: 2\r\n") + "hi"),
        of("two different lengths", post("Content-Length: 2\r\nContent-Length: 3\r\n") + "hi"),
        of("a list of lengths", post("Content-Length: 2, 2\r\n") + "hi"),
        of("a signed length", post("Content-Length: +2\r\n") + "hi"),
        of("a negative length", post("Content-Length: -2\r\n") + "hi"),
        of("a length and chunks", post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n")),
        of("chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n")),
        of("an unknown coding", post("Transfer-Encoding: xchunked\r\n") + "0\r\n\r\n"),
        of("chunks that are not last", post("Transfer-Encoding: chunked, gzip\r\n")),
        of("chunks twice", post("Transfer-Encoding: chunked, chunked\r\n") + "0\r\n\r\n"),
        of("no host", "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n"),
        of("two hosts", post(HOST + "Content-Length: 0\r\n")),
        of("a host that is no host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        of("space before the colon", post("Content-Length : 0\r\n")),
        of("a field without a name", post(": b\r\n")),
        of("a NUL in a field", post("A: \0\r\n")),
        of("a method that is no token", "PO(T / HTTP/1.1\r\n" + HOST + "\r\n"),
        of("a size that is no number", chunked("g\r\n")),
        of("a size that is too large", chunked("fffffffffffffffff\r\n")),
        of(
            "chunks in HTTP/1.0",
            "POST / HTTP/1.0\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
  }

  private static Arguments of(String what, String bytes) {
    return Arguments.of(what, bytes);
  }

  private static String post(String fields) {
    return "POST / HTTP/1.1\r\n" + HOST + fields + "\r\n";
  }

  private static String chunked(String chunks) {
    return post("Transfer-Encoding: chunked\r\n") + chunks;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void whatIsAmbiguousIsRefusedAndTheConnectionClosed(String what, String bytes) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      String answer = client.send(bytes + post("Content-Length: 0\r\n")).awaitEnd();
      assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
      assertFalse(answer.contains("body of"), answer);
      assertEquals(answer.lastIndexOf("HTTP/1.1"), 0, answer);
    }
  }

  @Test
  void aTargetForAnotherHostIsRefused() throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send("GET http://other/ HTTP/1.1\r\n" + HOST + "\r\n").await("HTTP/1.1 400");
    }
  }

  @Test
  void aRefusalIsAJsonRpcErrorWithoutAnId() throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      String answer = client.send("nonsense\r\n\r\n").awaitEnd();
      assertTrue(answer.contains("Content-Type: application/json\r\n"), answer);
      assertTrue(
          answer.contains("\r\n\r\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":"),
          answer);
    }
  }

  @Test
  void plainRequestsOfBothVersionsAreServed() throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(post("Content-Length: 2\r\n") + "hi").await("body of 2");
      client.send(chunked("3\r\nyou\r\n0\r\n\r\n")).await("body of 3");
      client.send("POST / HTTP/1.0\r\nContent-Length: 4\r\n\r\nthey").await("body of 4");
    }
  }

  @Test
  void aHeadHasAtMost16KiB() throws Exception {
    assertTrue(answerToField(HEAD_BYTES - 200).contains("body of"));
    String answer = answerToField(HEAD_BYTES);
    assertTrue(answer.startsWith("HTTP/1.1 431"), answer);
    assertTrue(answer.contains("\"jsonrpc\""), answer);
  }

  private static String answerToField(int bytes) throws Exception {
    return answer("A: " + "x".repeat(bytes) + "\r\n");
  }

  @Test
  void aHeadHasAtMost100Fields() throws Exception {
    int others = 3; // Host, Content-Length and Connection
    assertTrue(answer("A: b\r\n".repeat(100 - others)).contains("body of"));
    String answer = answer("A: b\r\n".repeat(101 - others));
    assertTrue(answer.startsWith("HTTP/1.1 431"), answer);
    assertTrue(answer.contains("\"jsonrpc\""), answer);
  }

  private static String answer(String fields) throws Exception {
    try (RawClient client = RawClient.of(server.listener())) {
      return client.send(post("Content-Length: 0\r\nConnection: close\r\n" + fields)).awaitEnd();
    }
  }

  @Test
  void aHeadHasItsLimitsInHttp2Too() throws Exception {
    int others = 1; // the authority, which counts as Host
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + Http2Frames.get(1, 100 - others, 1));
      client.await("body of 0");
      client.send(Http2Frames.get(3, 101, 1)).await("at most 100 header fields");
    }
    try (RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + Http2Frames.get(1, 20, 1000));
      String answer = client.awaitEnd();
      assertFalse(answer.contains("body of"), answer);
    }
  }
}
