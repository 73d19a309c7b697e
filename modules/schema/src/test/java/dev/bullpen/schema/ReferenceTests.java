package dev.bullpen.schema;

import static dev.bullpen.schema.Given.json;
import static dev.bullpen.schema.Given.refusal;
import static dev.bullpen.schema.Given.schema;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref': '@'}",
        "{'properties': {'a': {'items': {'$ref': '@'}}}}",
        "{'$defs': {'unused': {'$ref': '@'}}}",
        "{'$ref': '#/components/a', 'components': {'a': {'$ref': '@'}}}",
        "{'$id': 'http://127.0.0.1/base', '$ref': '@#/definitions/a'}",
        "{'$schema': 'http://json-schema.org/draft-07/schema#', 'allOf': [{'$ref': '@'}]}",
        "{'$dynamicRef': '@#node'}",
        "{'$schema': '@'}",
      })
  void no_server_is_asked_for_other_documents(String schema) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String elsewhere = "http://127.0.0.1:" + server.getLocalPort() + "/schema.json";
      String refusal = refusal(schema.replace("@", elsewhere));
      assertTrue(refusal.contains(elsewhere), refusal);
      // A connection would wait in the queue by now, because compiling starts no threads.
      server.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, server::accept);
    }
  }

  @Test
  void the_server_that_was_not_asked_would_have_seen_it() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      server.setSoTimeout(1);
      server.accept().close();
      assertTrue(client.isConnected());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "classpath:draft-07/schema",
        "resource:/draft-07/schema",
        "file:///etc/passwd",
        "jar:file:/x.jar!/y",
        "other.json",
        "urn:uuid:0b6f2b9e-0000-4000-8000-000000000000",
        "http://json-schema.org/draft-04/schema#",
        "https://json-schema.org/draft/2019-09/hyper-schema",
      })
  void the_refusal_names_the_reference_and_where_it_stands(String reference) {
    assertEquals(
        "/properties/a/$ref: the reference \""
            + reference
            + "\" leads out of the schema, and nothing is fetched; put the definition under"
            + " \"$defs\"",
        refusal("{'properties': {'a': {'$ref': '" + reference + "'}}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#/$defs/b",
        "#/$defs/a/type",
        "#/required/0",
        "#/$defs/%zz",
        "#b",
        "#/",
        "#/$defs/a/",
      })
  void a_reference_to_nothing_is_refused(String reference) {
    assertEquals(
        "/$ref: the reference \""
            + reference
            + "\" leads nowhere; there is no such definition in the schema",
        refusal(
            "{'$ref': '"
                + reference
                + "', 'required': ['x'], '$defs': {'a': {'type': 'string'}}}"));
  }

  @Test
  void a_dynamic_reference_to_nothing_is_refused() {
    assertTrue(refusal("{'$dynamicRef': '#b'}").startsWith("/$dynamicRef: the reference \"#b\""));
  }

  @Test
  void an_anchor_belongs_to_its_resource() {
    assertTrue(
        refusal("{'$ref': '#in', '$defs': {'x': {'$id': 'http://a.org/x', '$anchor': 'in'}}}")
            .contains("leads nowhere"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref': '#'}",
        "{'$ref': '#/$defs/a', '$defs': {'a': {'$ref': '#/$defs/b'}, 'b': {'$ref': '#/$defs/a'}}}",
        "{'anyOf': [{'type': 'string'}, {'$ref': '#'}]}",
        "{'not': {'$ref': '#'}}",
        "{'allOf': [{'$ref': '#'}, {'$ref': '#'}]}",
        "{'$dynamicAnchor': 'n', '$dynamicRef': '#n'}",
      })
  void a_reference_that_leads_back_to_itself_ends_the_check_not_the_thread(String text) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          Schema schema = schema(text);
          SchemaException end = assertThrows(SchemaException.class, () -> schema.check(json("1")));
          assertTrue(end.getMessage().startsWith("the check was given up"), end.getMessage());
        });
  }

  @Test
  void recursion_goes_deeper_than_people_nest_values() throws Exception {
    Schema schema =
        schema(
            "{'$ref': '#/$defs/n', '$defs': {'n': {'anyOf': [{'type': 'null'}, {'type': 'array',"
                + " 'items': {'allOf': [{'$ref': '#/$defs/n'}]}}]}}}");
    int depth = 90;
    assertEquals(0, schema.check(json("[".repeat(depth) + "null" + "]".repeat(depth))).size());
    assertTrue(schema.check(json("[".repeat(depth) + "1" + "]".repeat(depth))).size() > 0);
  }

  @Test
  void two_schemas_of_the_same_name_do_not_meet() throws Exception {
    String named = "{'$id': 'https://example.org/same', 'not': {'type': '%s'}}";
    Schema first = schema(named.formatted("string"));
    Schema second = schema(named.formatted("integer"));
    assertEquals(0, first.check(json("1")).size());
    assertEquals(1, second.check(json("1")).size());
  }
}
