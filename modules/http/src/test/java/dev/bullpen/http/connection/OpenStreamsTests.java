package dev.bullpen.http.connection;

import dev.bullpen.http.connection.WaitingHandler.Exchange;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of HTTP/2 are limited like connections, of which each may carry many. */
@Timeout(60)
class OpenStreamsTests {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int MOST = 3;
  private static final String HTTP_1 =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";

  private static TestServer open(Handler handler, int most, int ofOneAddress) throws IOException {
    ConnectionLimits limits = new ConnectionLimits(most, ofOneAddress, LONG, LONG, 0, LONG, LONG);
    return new TestServer(handler, limits, Optional.empty(), TestServer.LOOPBACK);
  }

  /** Requests of the streams 1, 3 and so on. */
  private static String posts(int requests) {
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      frames.append(Http2Frames.post(1 + 2 * i, ""));
    }
    return frames.toString();
  }

  @Test
  void aConnectionMayHaveAHundred() throws Exception {
    try (TestServer server = open(new TestServer.Counting(), 100, 100);
        RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface()).await("\0\u0003\0\0\0" + (char) 100);
    }
  }

  @Test
  void answersThatAreNotTakenCount() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = open(handler, 100, MOST);
        RawClient client = RawClient.of(server.listener());
        RawClient other = RawClient.of(server.listener())) {
      client.send(Http2Frames.prefaceWithoutWindow() + posts(MOST));
      for (int i = 0; i < MOST; i++) {
        Exchange exchange = handler.next();
        TestServer.text(exchange.response(), exchange.callback(), "answer");
      }
      client.send(Http2Frames.post(1 + 2 * MOST, ""));
      client.await(Http2Frames.beginOfReset(1 + 2 * MOST));
      other.send(HTTP_1);
      Exchange exchange = handler.next();
      TestServer.text(exchange.response(), exchange.callback(), "answer of HTTP/1");
      other.await("answer of HTTP/1");
    }
  }

  @Test
  void answersOfTheLibraryCountToo() throws Exception {
    try (TestServer server = open(new TestServer.Counting(), 100, MOST);
        RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.prefaceWithoutWindow());
      for (int stream = 1; stream <= 1 + 2 * MOST; stream += 2) {
        client.send(Http2Frames.begin(stream, "POST", "/a%2fb") + Http2Frames.lastData(stream, ""));
      }
      String ofAnyStream = Http2Frames.beginOfReset(1).substring(0, 8);
      client.await(ofAnyStream);
    }
  }

  @Test
  void aRequestThatIsOverMakesRoom() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = open(handler, 100, MOST);
        RawClient client = RawClient.of(server.listener())) {
      client.send(Http2Frames.preface() + posts(MOST));
      List<Exchange> open = new ArrayList<>();
      for (int i = 0; i < MOST; i++) {
        open.add(handler.next());
      }
      client.send(Http2Frames.reset(1));
      TestServer.text(open.get(1).response(), open.get(1).callback(), "answer");
      client.await("answer");
      open.get(0).callback().failed(new IOException("gone"));
      int first = 1 + 2 * MOST;
      client.send(Http2Frames.post(first, "") + Http2Frames.post(first + 2, ""));
      handler.next();
      handler.next();
      client.send(Http2Frames.post(first + 4, ""));
      client.await(Http2Frames.beginOfReset(first + 4));
    }
  }

  @Test
  void allConnectionsTogetherHaveTheirNumber() throws Exception {
    WaitingHandler handler = new WaitingHandler();
    try (TestServer server = open(handler, MOST, 100);
        RawClient one = RawClient.of(server.listener());
        RawClient other = RawClient.of(server.listener())) {
      one.send(Http2Frames.preface() + posts(MOST));
      for (int i = 0; i < MOST; i++) {
        handler.next();
      }
      other.send(Http2Frames.preface() + posts(1));
      other.await(Http2Frames.beginOfReset(1));
    }
  }
}
