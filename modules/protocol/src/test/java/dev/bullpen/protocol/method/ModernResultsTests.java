package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.protocol.session.ServerInfo;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ModernResultsTests {
  private static final String SIGNED =
      "'io.modelcontextprotocol/serverInfo':{'name':'s','version':'1'}";

  private final ModernResults results = new ModernResults(Optional.of(ServerInfo.of("s", "1")));

  @Test
  @DisplayName("ME-01, DI-04: every result is complete and signed, an empty one too")
  void every_result_is_complete_and_signed() {
    assertEquals(
        "{'resultType':'complete','_meta':{" + SIGNED + "}}", text(results.complete(object("{}"))));
  }

  @Test
  @DisplayName("DI-04: what the result brings in _meta stays")
  void what_the_result_brings_stays() {
    String brought = "{'_meta':{'x':1,'com.example/y':null},'a':1}";
    ObjectNode given = object(brought);
    assertEquals(
        object(
            "{'a':1,'resultType':'complete','_meta':{'x':1,'com.example/y':null," + SIGNED + "}}"),
        results.complete(given));
    assertEquals(brought, text(given), "is left as it was");
  }

  @Test
  @DisplayName("MT-05: reserved keys are the specification's")
  void reserved_keys_are_not_for_the_result_to_set() {
    assertEquals(
        object("{'resultType':'complete','_meta':{" + SIGNED + "}}"),
        results.complete(
            object(
                "{'resultType':'task','_meta':{'io.modelcontextprotocol/serverInfo':'me',"
                    + "'io.modelcontextprotocol/subscriptionId':1}}")));
  }

  @Test
  void a_meta_that_is_no_object_gives_way() {
    assertEquals(
        object("{'resultType':'complete','_meta':{" + SIGNED + "}}"),
        results.complete(object("{'_meta':5}")));
  }

  @Test
  @DisplayName("DI-04: the signature can be left out")
  void the_signature_can_be_left_out() {
    ModernResults unsigned = new ModernResults(Optional.empty());
    for (String result : List.of("{}", "{'_meta':5}", "{'_meta':{'dev.mcp/x':1}}")) {
      assertEquals("{'resultType':'complete'}", text(unsigned.complete(object(result))));
    }
    assertEquals(
        object("{'resultType':'complete','_meta':{'x':1}}"),
        unsigned.complete(object("{'_meta':{'x':1}}")));
  }
}
