package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CorsTests {
  private static final String APP = "https://app.example.com";
  private static final String OURS = "http://localhost:8080";

  private static Cors cors(String... listed) throws AccessException {
    return OriginRule.of(List.of(new InetSocketAddress("127.0.0.1", 8080)), List.of(listed)).cors();
  }

  private static Head question(String method, String origin) {
    return new Head(
        method,
        List.of("localhost:8080"),
        Optional.of(origin),
        Optional.empty(),
        Optional.empty(),
        "127.0.0.1",
        false);
  }

  private static Optional<Map<String, String>> preflight(Cors cors, String origin, String fields) {
    return cors.preflight(question("OPTIONS", origin), Optional.of("POST"), Optional.of(fields));
  }

  @Test
  void it_is_off_while_no_origin_is_listed() throws AccessException {
    assertEquals(Map.of(), cors().headers(Optional.of(APP)));
    assertEquals(Map.of(), cors().headers(Optional.of(OURS)));
    assertEquals(Optional.empty(), preflight(cors(), APP, ""));
  }

  @Test
  void a_listed_origin_reads_the_answer_and_two_of_its_headers() throws AccessException {
    assertEquals(
        Map.of(
            "Vary", "Origin",
            "Access-Control-Allow-Origin", APP,
            "Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"),
        cors(APP, "https://two.example").headers(Optional.of(APP)));
  }

  @Test
  void an_answer_to_others_varies_and_allows_nothing() throws AccessException {
    Map<String, String> varies = Map.of("Vary", "Origin");
    assertEquals(varies, cors(APP).headers(Optional.empty()));
    assertEquals(varies, cors(APP).headers(Optional.of("https://evil.example")));
    assertEquals(varies, cors(APP).headers(Optional.of("null")));
    assertEquals(varies, cors(APP).headers(Optional.of(OURS)));
  }

  @Test
  void a_preflight_names_the_origin_the_methods_and_the_fields_of_mcp() throws AccessException {
    Map<String, String> headers = preflight(cors(APP), APP, "authorization").orElseThrow();
    assertEquals(APP, headers.get("Access-Control-Allow-Origin"));
    assertEquals("Origin", headers.get("Vary"));
    assertEquals("GET, POST, DELETE", headers.get("Access-Control-Allow-Methods"));
    assertEquals(
        "Authorization, Content-Type, Accept, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID",
        headers.get("Access-Control-Allow-Headers"));
    assertFalse(headers.containsKey("Access-Control-Allow-Credentials"));
    assertTrue(headers.values().stream().noneMatch("*"::equals));
  }

  @Test
  void fields_of_parameters_are_allowed_when_asked_for_and_no_others() throws AccessException {
    String fields =
        preflight(
                cors(APP),
                APP,
                "x-evil,mcp-param-region, Mcp-Param-City ,mcp-param-,mcp-param-a b,mcp-param-\r\nx,cookie")
            .orElseThrow()
            .get("Access-Control-Allow-Headers");
    assertTrue(fields.endsWith("Last-Event-ID, mcp-param-region, mcp-param-city"), fields);
  }

  @Test
  void what_asks_for_nothing_is_no_preflight() throws AccessException {
    Cors cors = cors(APP);
    assertEquals(
        Optional.empty(),
        cors.preflight(question("OPTIONS", APP), Optional.empty(), Optional.empty()));
    assertEquals(
        Optional.empty(),
        cors.preflight(question("POST", APP), Optional.of("POST"), Optional.empty()));
    assertEquals(Optional.empty(), preflight(cors, "https://evil.example", ""));
    assertTrue(
        cors.preflight(question("OPTIONS", APP), Optional.of("POST"), Optional.empty())
            .isPresent());
  }
}
