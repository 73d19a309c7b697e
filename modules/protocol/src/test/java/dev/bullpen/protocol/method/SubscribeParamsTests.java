package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscribeParamsTests {
  @ParameterizedTest
  @DisplayName("RS-08: a URI is enough, and so is either of our own ways to name it")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'uri':'x:y'}|x:y|",
        "{'name':'n'}||n",
        "{'subscriptionId':'sub-1'}||",
        "{'uri':'x:y','name':'n','subscriptionId':'s','_meta':5,'more':[]}|x:y|n"
      })
  void one_name_is_enough(String json, String uri, String name) throws JsonRpcException {
    assertEquals(
        new ResourceParams(Optional.ofNullable(uri), Optional.ofNullable(name)),
        ResourceParams.subscription(tree(json)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|params.uri is missing",
        "{'uri':5}|params.uri must be a string",
        "{'uri':null,'name':'n'}|params.uri must be a string",
        "{'name':[]}|params.name must be a string",
        "{'uri':'x:y','name':null}|params.name must be a string",
        "{'uri':5,'name':5,'subscriptionId':7}|params.uri must be a string",
        "{'subscriptionId':7}|params.subscriptionId must be a string",
        "[]|params must be an object"
      })
  void what_names_nothing_is_refused(String json, String reason) {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> ResourceParams.subscription(tree(json)));
    assertEquals(JsonRpcError.invalidParams(reason), refusal.error());
    assertThrows(JsonRpcException.class, () -> ResourceParams.subscription(NOTHING));
  }

  @Test
  void a_uri_has_so_many_characters_at_most() throws JsonRpcException {
    for (int length : new int[] {8191, 8192}) {
      assertEquals(Optional.of("x".repeat(length)), parse(length).uri());
    }
    JsonRpcException refusal = assertThrows(JsonRpcException.class, () -> parse(8193));
    assertEquals(
        JsonRpcError.invalidParams("params.uri must not be longer than 8192 characters"),
        refusal.error());
  }

  private static ResourceParams parse(int length) throws JsonRpcException {
    return ResourceParams.subscription(tree("{'uri':'" + "x".repeat(length) + "'}"));
  }
}
