package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CancelledRequestTests {
  @Test
  @DisplayName("CN-02: the id keeps its type")
  void the_id_keeps_its_type() {
    assertEquals(Optional.of(id(1)), RequestId.cancelled(tree("{'requestId':1,'reason':'bored'}")));
    assertEquals(Optional.of(id("1")), RequestId.cancelled(tree("{'requestId':'1'}")));
  }

  @Test
  void older_clients_say_id() {
    assertEquals(Optional.of(id(2)), RequestId.cancelled(tree("{'id':2,'reason':5}")));
    assertEquals(Optional.of(id(1)), RequestId.cancelled(tree("{'id':2,'requestId':1}")));
  }

  @ParameterizedTest
  @DisplayName("CN-02: a malformed cancellation names nothing")
  @ValueSource(strings = {"{}", "{'requestId':null}", "{'requestId':1.5,'id':1}", "{'id':[1]}"})
  void a_malformed_cancellation_names_nothing(String params) {
    assertEquals(Optional.empty(), RequestId.cancelled(tree(params)));
    assertEquals(Optional.empty(), RequestId.cancelled(Trees.NOTHING));
  }
}
