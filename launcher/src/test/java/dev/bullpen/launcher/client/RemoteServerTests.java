package dev.bullpen.launcher.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ask.Asking;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Against servers of this JVM. */
@Timeout(60)
class RemoteServerTests {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String CHANGED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

  private static final Asking.Reader READER =
      new Asking.Reader() {
        @Override
        public Server.Answer await(Server.Call call) throws ServerException, InterruptedException {
          return call.await(LIMIT);
        }

        @Override
        public void show(JsonNode result, Console console) {
          throw new IllegalStateException("no result is shown");
        }
      };

  /** What the listener has heard, and the questions it has been asked. */
  private final List<String> heard = new CopyOnWriteArrayList<>();

  private final Map<String, JsonNode> asked = new ConcurrentHashMap<>();

  private final Server.Listener listener =
      new Server.Listener() {
        @Override
        public void notified(String method, JsonNode params) {
          heard.add((method + " " + params.path("data").stringValue("")).strip());
        }

        @Override
        public void sessionRenewed() {
          heard.add("a new session");
        }

        @Override
        public boolean asked(JsonNode id, String method, JsonNode params) {
          asked.put(params.path("message").stringValue(""), id);
          return method.equals("elicitation/create");
        }
      };

  private RemoteServer greet(Site site) throws Exception {
    return greet(site.uri(), Optional.empty());
  }

  private RemoteServer greet(URI uri, Optional<String> token) throws Exception {
    ObjectNode capabilities = Json.object();
    capabilities.putObject("elicitation").putObject("form");
    return RemoteServer.greet(Endpoint.of(uri, token), "test", capabilities, LIMIT, listener);
  }

  private static JsonNode ask(RemoteServer server, String method) throws Exception {
    return server.ask(method, Json.object()).await(LIMIT).result();
  }

  private String refused(URI uri, Optional<String> token) {
    return assertThrows(ServerException.class, () -> greet(uri, token).close())
        .getMessage()
        .replace(uri.toString(), "URL");
  }

  private static String refused(RemoteServer server) {
    return assertThrows(ServerException.class, () -> ask(server, "tools/list"))
        .getMessage()
        .replaceFirst("http:\\S+", "URL");
  }

  @AfterEach
  void no_thread_of_a_client_is_left() {
    await("threads of clients have ended")
        .atMost(LIMIT)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .noneMatch(name -> name.matches("server events|answer \\d+")));
  }

  @Test
  void an_answer_of_json_is_taken_and_each_request_says_whose_it_is() throws Exception {
    try (Site site = Site.ofSessions().on("tools/list", visit -> visit.result("{\"n\":1}"));
        RemoteServer server = greet(site.uri(), Optional.of("abc"))) {
      assertEquals("old", server.hello().at("/serverInfo/name").stringValue(""));
      assertEquals(1, ask(server, "tools/list").path("n").intValue());

      Site.Visit first = site.visits("initialize").get(0);
      Site.Visit later = site.visits("tools/list").get(0);
      assertEquals("Bearer abc", first.header("Authorization"));
      assertEquals("Bearer abc", later.header("Authorization"));
      assertEquals("", first.header("Mcp-Session-Id"));
      assertEquals("s1", later.header("Mcp-Session-Id"));
      assertEquals("2025-11-25", later.header("MCP-Protocol-Version"));
      assertEquals(1, site.visits("notifications/initialized").size());
    }
  }

  @Test
  void notifications_of_a_stream_come_before_its_response_and_in_order() throws Exception {
    try (Site site =
            Site.ofSessions()
                .on(
                    "tools/list",
                    visit -> {
                      visit.events(": hello\r\nid: 1\r\ndata:\r\n\r\n");
                      for (int i = 1; i <= 3; i++) {
                        visit.more(
                            Site.Visit.event(
                                "{\"method\":\"notifications/message\",\"params\":{\"data\":\"%d\"}}"
                                    .formatted(i)));
                      }
                      visit.more(
                          "event: message\ndata: {\"id\": 99,\ndata: \"result\": {\"n\": 2}}\n\n");
                    });
        RemoteServer server = greet(site)) {
      assertEquals(2, ask(server, "tools/list").path("n").intValue());
      assertEquals(
          List.of("notifications/message 1", "notifications/message 2", "notifications/message 3"),
          heard);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 |     | wants a token (HTTP 401). Put it into a file of its own, and name that by"
            + " --token-from. It says: why",
        "401 | abc | does not take the token of --token-from (HTTP 401). See which token it knows,"
            + " and whether that has expired. It says: why",
        "403 | abc | refuses (HTTP 403): the token may not do that, or the server is not called by"
            + " this name. It says: why",
      })
  void a_server_that_lets_nobody_in_is_not_asked_twice(int status, String token, String sentence)
      throws IOException {
    try (Site site =
        new Site()
            .on(
                "initialize",
                visit ->
                    visit.body(
                        status,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"why\"}}"))) {
      assertEquals(
          "the server at URL " + sentence, refused(site.uri(), Optional.ofNullable(token)));
      assertEquals(1, site.visits("initialize").size());
      assertEquals(List.of(), site.visits("server/discover"));
    }
  }

  @Test
  void what_is_no_server_of_mcp_is_said_with_what_to_do() throws IOException {
    try (Site site = new Site()) {
      assertEquals(
          "the server at URL is none of MCP (HTTP 404). Correct the path, which mostly is /mcp.",
          refused(site.uri(), Optional.empty()));
      site.on("initialize", visit -> visit.body(200, "text/html", "<p>"));
      assertEquals(
          "the server at URL answers with text/html, which is none of MCP. Correct the path, which"
              + " mostly is /mcp.",
          refused(site.uri(), Optional.empty()));
      site.on("initialize", visit -> visit.with("Location", "https://there/mcp").empty(302));
      assertEquals(
          "the server at URL sends to https://there/mcp (HTTP 302). If that is right, give it as"
              + " the URL.",
          refused(site.uri(), Optional.empty()));
      site.on("initialize", visit -> visit.body(500, "text/plain", "oh"));
      assertEquals(
          "the server at URL answered HTTP 500. See its log.",
          refused(site.uri(), Optional.empty()));
    }
  }

  @Test
  void a_server_without_tls_is_told_from_one_that_is_not_there() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerInClearText(plain), "clear text");
      answering.start();
      String sentence =
          refused(
              URI.create("https://127.0.0.1:%d/mcp".formatted(plain.getLocalPort())),
              Optional.of("abc"));
      answering.join();
      // By the failed handshake, or by the end of the connection: the JDK sees either first.
      assertTrue(sentence.contains("Give http:// for one without TLS, or "), sentence);
    }
  }

  private static void answerInClearText(ServerSocket plain) {
    try (Socket socket = plain.accept()) {
      socket.getOutputStream().write("HTTP/1.0 400 No\r\n\r\n".getBytes(US_ASCII));
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The client has closed the connection.
    }
  }

  @Test
  void a_server_that_is_not_there_is_said_in_words() throws IOException {
    URI gone;
    try (Site site = new Site()) {
      gone = site.uri();
    }
    assertEquals(
        "the server at URL cannot be reached: nothing listens there. Start it, or correct host and"
            + " port.",
        refused(gone, Optional.empty()));
    assertEquals(
        "the server at URL cannot be reached: no host has that name. Correct it.",
        refused(URI.create("http://no-such-host.invalid/mcp"), Optional.empty()));
  }

  @Test
  void a_token_is_not_sent_in_clear_text_to_another_machine() {
    assertEquals(
        "the token would travel to example.com in clear text. Use https.",
        assertThrows(
                ServerException.class,
                () -> Endpoint.of(URI.create("http://example.com/mcp"), Optional.of("abc")))
            .getMessage());
  }

  /** Each greeting begins a session of its own, and all but the last one are unknown. */
  private static Site siteThatForgets() throws IOException {
    Site site = Site.ofSessions();
    return site.on(
            "initialize",
            visit ->
                visit
                    .with("Mcp-Session-Id", "s" + site.visits("initialize").size())
                    .result("{\"protocolVersion\":\"2025-11-25\"}"))
        .on("tools/list", visit -> answerInSession("s2", visit))
        .on("tools/call", visit -> answerInSession("s2", visit))
        .on("logging/setLevel", visit -> visit.result("{}"));
  }

  private static void answerInSession(String session, Site.Visit visit) throws IOException {
    if (visit.header("Mcp-Session-Id").equals(session)) {
      visit.result("{\"n\":1}");
    } else {
      visit.empty(404);
    }
  }

  private static List<String> sessions(Site site, String word) {
    return site.visits(word).stream().map(visit -> visit.header("Mcp-Session-Id")).toList();
  }

  @Test
  void after_a_lost_session_the_next_request_begins_another() throws Exception {
    try (Site site = siteThatForgets()) {
      RemoteServer server = greet(site);
      await().atMost(LIMIT).until(() -> sessions(site, "GET").equals(List.of("s1")));
      server.ask("logging/setLevel", Json.object().put("level", "debug")).await(LIMIT);
      assertEquals("the server at URL has ended this session (HTTP 404).", refused(server));
      assertEquals(1, site.visits("initialize").size());
      assertEquals(List.of(), heard);

      assertEquals(1, ask(server, "tools/list").path("n").intValue());
      assertEquals(List.of("a new session"), heard);
      assertEquals(List.of("", ""), sessions(site, "initialize"));
      assertEquals(List.of("s1", "s2"), sessions(site, "notifications/initialized"));
      assertEquals(List.of("s1", "s2"), sessions(site, "tools/list"));
      await().atMost(LIMIT).until(() -> sessions(site, "GET").equals(List.of("s1", "s2")));
      await().atMost(LIMIT).until(() -> site.visits("logging/setLevel").size() == 2);
      Site.Visit level = site.visits("logging/setLevel").get(1);
      assertEquals("s2", level.header("Mcp-Session-Id"));
      assertEquals("debug", level.message.at("/params/level").stringValue(""));
      server.close();
      assertEquals(List.of("s2"), sessions(site, "DELETE"));
    }
  }

  @Test
  void a_list_is_asked_for_again_in_a_new_session_but_no_tool_is_called_again() throws Exception {
    try (Site site = siteThatForgets();
        RemoteServer server = greet(site)) {
      Asking asking = new Asking(server, READER);
      ServerException lost =
          assertThrows(ServerException.class, () -> asking.ask("tools/call", Json.object()));
      assertTrue(
          lost.getMessage()
              .endsWith(
                  " has ended this session (HTTP 404). The tool may have run. Call it again if that"
                      + " does no harm."),
          lost.getMessage());
      assertEquals(List.of("s1"), sessions(site, "tools/call"));

      assertEquals(1, asking.ask("tools/call", Json.object()).result().path("n").intValue());
      assertEquals(List.of("s1", "s2"), sessions(site, "tools/call"));

      site.on("tools/list", visit -> answerInSession("s3", visit));
      assertEquals(1, asking.ask("tools/list", Json.object()).result().path("n").intValue());
      assertEquals(List.of("s2", "s3"), sessions(site, "tools/list"));
      assertEquals(List.of("a new session", "a new session"), heard);
    }
  }

  @Test
  void a_session_that_cannot_be_begun_again_is_tried_with_each_request() throws Exception {
    try (Site site = siteThatForgets()) {
      RemoteServer server = greet(site);
      refused(server);
      site.on("initialize", visit -> visit.empty(500));

      assertEquals("the server at URL answered HTTP 500. See its log.", refused(server));
      assertEquals("the server at URL answered HTTP 500. See its log.", refused(server));
      assertEquals(3, site.visits("initialize").size());
      assertEquals(List.of("s1"), sessions(site, "tools/list"));
      server.close();
      assertEquals(List.of(), site.visits("DELETE"));
    }
  }

  @Test
  void a_session_that_is_begun_in_vain_is_ended() throws Exception {
    try (Site site = siteThatForgets()) {
      RemoteServer server = greet(site);
      refused(server);
      site.on("notifications/initialized", visit -> visit.empty(500));
      assertEquals("the server at URL answered HTTP 500. See its log.", refused(server));
      assertEquals(List.of("s2"), sessions(site, "DELETE"));
      server.close();
      assertEquals(List.of("s2"), sessions(site, "DELETE"));
    }
  }

  @Test
  void a_server_that_knows_no_session_at_all_is_asked_twice_and_no_more() throws Exception {
    try (Site site = siteThatForgets().on("tools/list", visit -> visit.empty(404));
        RemoteServer server = greet(site)) {
      Asking asking = new Asking(server, READER);
      assertThrows(SessionEndedException.class, () -> asking.ask("tools/list", Json.object()));
      assertEquals(List.of("s1", "s2"), sessions(site, "tools/list"));
    }
  }

  @Test
  void an_error_is_that_of_its_request_also_without_an_id() throws Exception {
    try (Site site =
            Site.ofSessions()
                .on(
                    "tools/list",
                    visit ->
                        visit.body(
                            400,
                            "application/json",
                            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"no\"}}"));
        RemoteServer server = greet(site)) {
      assertEquals("error -1: no", server.ask("tools/list", Json.object()).await(LIMIT).error());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"application/json | {\"jsonrpc\"", "text/event-stream | data: {\"jsonrpc\"%n%n"})
  void what_is_no_json_is_said(String type, String body) throws Exception {
    try (Site site =
            Site.ofSessions().on("tools/list", visit -> visit.body(200, type, body.formatted()));
        RemoteServer server = greet(site)) {
      String sentence = refused(server);
      assertTrue(sentence.startsWith("the server at URL sends what is no JSON: "), sentence);
      assertFalse(server.hasEnded());
    }
  }

  @Test
  void a_stream_that_ends_before_the_response_is_a_failure() throws Exception {
    try (Site site =
            Site.ofSessions()
                .on("tools/list", visit -> visit.events(Site.Visit.event(CHANGED)))
                .on("ping", visit -> visit.empty(202));
        RemoteServer server = greet(site)) {
      String sentence = refused(server);
      assertTrue(sentence.contains(" closed its connection"), sentence);
      assertEquals(List.of("notifications/tools/list_changed"), heard);
      assertTrue(
          assertThrows(ServerException.class, () -> ask(server, "ping"))
              .getMessage()
              .contains("closed its connection before it answered"));
    }
  }

  @Test
  void a_stream_with_ids_is_taken_up_where_it_broke_off() throws Exception {
    try (Site site =
            Site.ofSessions()
                .on(
                    "tools/list",
                    visit -> {
                      visit.events("id: e7\nretry: 1\n" + Site.Visit.event(CHANGED));
                      visit.more("id: e8\ndata: {\"half\":");
                    })
                .on(
                    "GET",
                    visit -> {
                      if (visit.header("Last-Event-ID").equals("e7")) {
                        visit.events(Site.Visit.event("{\"id\":2,\"result\":{\"n\":3}}"));
                      } else {
                        visit.empty(405);
                      }
                    });
        RemoteServer server = greet(site)) {
      assertEquals(3, ask(server, "tools/list").path("n").intValue());
      assertEquals(List.of("notifications/tools/list_changed"), heard);
    }
  }

  @Test
  void a_cancel_is_a_notification_in_a_session() throws Exception {
    CountDownLatch cancelled = new CountDownLatch(1);
    try (Site site =
            Site.ofSessions()
                .on(
                    "tools/call",
                    visit -> {
                      cancelled.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                      visit.empty(202);
                    })
                .on(
                    "notifications/cancelled",
                    visit -> {
                      cancelled.countDown();
                      visit.empty(202);
                    });
        RemoteServer server = greet(site)) {
      Server.Call call = server.ask("tools/call", Json.object());
      server.cancel(call, "enough");

      JsonNode params = site.visits("notifications/cancelled").get(0).message.path("params");
      assertEquals(call.id(), params.path("requestId").intValue());
      assertFalse(call.isAnswered());
    }
  }

  @Test
  void what_comes_between_calls_is_heard_and_the_stream_is_opened_again_until_the_end()
      throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (Site site =
        Site.ofSessions()
            .on(
                "GET",
                visit -> {
                  visit.events("retry: 1\nid: 1\n" + Site.Visit.event(CHANGED));
                  if (visit.header("Last-Event-ID").equals("1")) {
                    visit.more(
                        Site.Visit.event(
                            "{\"method\":\"notifications/message\",\"params\":{\"data\":\"hi\"}}"));
                    if (visit.awaitClosed()) {
                      closed.countDown();
                    }
                  }
                })) {
      RemoteServer server = greet(site);
      await().atMost(LIMIT).until(() -> heard.contains("notifications/message hi"));
      assertEquals(
          List.of(
              "notifications/tools/list_changed",
              "notifications/tools/list_changed",
              "notifications/message hi"),
          heard);
      assertEquals("s1", site.visits("GET").get(1).header("Mcp-Session-Id"));
      server.close();

      assertTrue(closed.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
      assertEquals("s1", site.visits("DELETE").get(0).header("Mcp-Session-Id"));
    }
  }

  @Test
  void a_server_without_such_a_stream_is_asked_once() throws Exception {
    try (Site site = Site.ofSessions().on("tools/list", visit -> visit.result("{}"));
        RemoteServer server = greet(site)) {
      await().atMost(LIMIT).until(() -> site.visits("GET").size() == 1);
      no_thread_of_a_client_is_left();
      assertEquals(Json.object(), ask(server, "tools/list"));
      assertEquals(1, site.visits("GET").size());
    }
  }

  @Test
  void a_server_without_sessions_gets_requests_that_stand_alone() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (Site site =
        Site.ofLoneRequests()
            .on(
                "tools/list",
                visit ->
                    visit.result(
                        "{\"tools\":[{\"name\":\"é\",\"inputSchema\":{\"properties\":{\"a\":{\"x-mcp-header\":\"A\"},"
                            + "\"b\":{\"properties\":{\"c\":{\"x-mcp-header\":\"C\"}}},\"d\":{}}}}]}"))
            .on("tools/call", visit -> visit.result("{\"resultType\":\"complete\"}"))
            .on(
                "subscriptions/listen",
                visit -> {
                  visit.events(Site.Visit.event(CHANGED));
                  if (visit.awaitClosed()) {
                    closed.countDown();
                  }
                })) {
      RemoteServer server = greet(site);
      assertEquals("new", server.hello().at("/serverInfo/name").stringValue(""));
      await().atMost(LIMIT).until(() -> heard.contains("notifications/tools/list_changed"));
      ask(server, "tools/list");
      server.ask("logging/setLevel", Json.object().put("level", "debug")).await(LIMIT);
      ObjectNode params = Json.object().put("name", "é");
      params.putObject("arguments").put("a", 7).put("d", "x").putObject("b").put("c", "ü");
      params.putObject("_meta").put("progressToken", 1);
      server.ask("tools/call", params).await(LIMIT);

      Site.Visit call = site.visits("tools/call").get(0);
      assertEquals("2026-07-28", call.header("MCP-Protocol-Version"));
      assertEquals("tools/call", call.header("Mcp-Method"));
      assertEquals("=?base64?w6k=?=", call.header("Mcp-Name"));
      assertEquals("7", call.header("Mcp-Param-A"));
      assertEquals("=?base64?w7w=?=", call.header("Mcp-Param-C"));
      assertEquals("", call.header("Mcp-Session-Id"));
      assertEquals("2026-07-28", call.meta("protocolVersion").stringValue(""));
      assertEquals("test", call.meta("clientInfo").path("name").stringValue(""));
      assertTrue(call.meta("clientCapabilities").has("elicitation"));
      assertEquals("debug", call.meta("logLevel").stringValue(""));
      assertEquals(1, call.message.at("/params/_meta/progressToken").intValue());
      assertTrue(site.visits("tools/list").get(0).meta("logLevel").isMissingNode());
      JsonNode wanted =
          site.visits("subscriptions/listen").get(0).message.at("/params/notifications");
      assertTrue(wanted.path("toolsListChanged").booleanValue());
      server.close();

      assertTrue(closed.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
      assertEquals(List.of(), site.visits("DELETE"));
      assertEquals(List.of(), site.visits("logging/setLevel"));
    }
  }

  @Test
  void its_questions_are_answered_by_asking_again() throws Exception {
    try (Site site =
            Site.ofLoneRequests()
                .on(
                    "tools/call",
                    visit ->
                        visit.result(
                            visit.message.path("params").has("inputResponses")
                                ? "{\"resultType\":\"complete\",\"n\":4}"
                                : "{\"resultType\":\"input_required\",\"requestState\":\"st\",\"inputRequests\":{"
                                    + "\"one\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"1?\"}},"
                                    + "\"two\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"2?\"}}}}"));
        RemoteServer server = greet(site)) {
      Server.Call call = server.ask("tools/call", Json.object().put("name", "t"));
      await().atMost(LIMIT).until(() -> asked.size() == 2);
      server.answer(asked.get("2?"), Json.object().put("action", "decline"));
      assertEquals(1, site.visits("tools/call").size());
      server.answer(asked.get("1?"), Json.object().put("action", "accept"));

      assertEquals(4, call.await(LIMIT).result().path("n").intValue());
      JsonNode again = site.visits("tools/call").get(1).message;
      assertEquals("st", again.at("/params/requestState").stringValue(""));
      assertEquals("accept", again.at("/params/inputResponses/one/action").stringValue(""));
      assertEquals("decline", again.at("/params/inputResponses/two/action").stringValue(""));
      assertFalse(again.path("id").equals(site.visits("tools/call").get(0).message.path("id")));
    }
  }

  @Test
  void a_question_that_this_client_does_not_answer_fails_the_call() throws Exception {
    try (Site site =
            Site.ofLoneRequests()
                .on(
                    "tools/list",
                    visit ->
                        visit.result(
                            "{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":{\"method\":\"roots/list\"}}}"));
        RemoteServer server = greet(site)) {
      assertEquals(
          "the server at URL asks for roots/list, which this client does not answer.",
          refused(server));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"inputRequests\":{}",
        ",\"inputRequests\":[{\"method\":\"elicitation/create\"}]",
        ",\"inputRequests\":[],\"requestState\":\"st\"",
        ",\"inputRequests\":\"name\",\"requestState\":\"st\""
      })
  void a_question_that_cannot_be_found_fails_the_call(String members) throws Exception {
    try (Site site =
            Site.ofLoneRequests()
                .on(
                    "tools/list",
                    visit -> visit.result("{\"resultType\":\"input_required\"" + members + "}"));
        RemoteServer server = greet(site)) {
      assertEquals(
          "the server at URL wants input, but not which: its inputRequests is no object of"
              + " questions.",
          refused(server));
      assertEquals(1, site.visits("tools/list").size());
    }
  }

  @Test
  void a_state_without_questions_is_sent_back() throws Exception {
    try (Site site =
            Site.ofLoneRequests()
                .on(
                    "tools/list",
                    visit ->
                        visit.result(
                            visit.message.path("params").has("requestState")
                                ? "{\"n\":5}"
                                : "{\"resultType\":\"input_required\",\"requestState\":\"st\"}"));
        RemoteServer server = greet(site)) {
      assertEquals(5, ask(server, "tools/list").path("n").intValue());
      assertEquals(
          "st",
          site.visits("tools/list").get(1).message.at("/params/requestState").stringValue(""));
    }
  }

  @Test
  void a_listener_that_fails_fails_the_call() throws Exception {
    Server.Listener failing =
        new Server.Listener() {
          @Override
          public void notified(String method, JsonNode params) {
            throw new IllegalStateException("by the test");
          }
        };
    try (Site site =
            Site.ofSessions()
                .on(
                    "tools/list",
                    visit -> {
                      visit.events(Site.Visit.event(CHANGED));
                      visit.awaitClosed();
                    });
        RemoteServer server =
            RemoteServer.greet(
                Endpoint.of(site.uri(), Optional.empty()), "test", Json.object(), LIMIT, failing)) {
      assertEquals(
          "the answer of the server could not be taken: java.lang.IllegalStateException: by the"
              + " test",
          refused(server));
    }
  }

  @Test
  void to_cancel_a_request_that_stands_alone_closes_its_connection() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (Site site =
            Site.ofLoneRequests()
                .on(
                    "tools/call",
                    visit -> {
                      visit.events(Site.Visit.event(CHANGED));
                      begun.countDown();
                      if (visit.awaitClosed()) {
                        closed.countDown();
                      }
                    });
        RemoteServer server = greet(site)) {
      Server.Call call = server.ask("tools/call", Json.object().put("name", "t"));
      assertTrue(begun.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
      assertEquals(1, closed.getCount());
      server.cancel(call, "enough");

      assertTrue(closed.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
      assertFalse(call.isAnswered());
      assertEquals(List.of(), site.visits("notifications/cancelled"));
    }
  }

  @Test
  void an_answer_that_has_not_begun_is_given_up_too() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    try (Site site =
            Site.ofLoneRequests()
                .on("tools/call", visit -> ended.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        RemoteServer server = greet(site)) {
      Server.Call call = server.ask("tools/call", Json.object().put("name", "t"));
      await().atMost(LIMIT).until(() -> site.visits("tools/call").size() == 1);
      server.cancel(call, "enough");

      await()
          .atMost(LIMIT)
          .until(
              () ->
                  Thread.getAllStackTraces().keySet().stream()
                      .noneMatch(thread -> thread.getName().equals("answer " + call.id())));
      ended.countDown();
    }
  }
}
