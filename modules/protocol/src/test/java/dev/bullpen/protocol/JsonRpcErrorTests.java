package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JsonRpcErrorTests {
  @Test
  void data_is_written_only_if_there_is_any() {
    assertEquals(
        "{'code':-32603,'message':'The provider failed'}",
        text(JsonRpcError.internalError("The provider failed").toJson()));
  }

  @Test
  @DisplayName("VN-01, VN-03: an unsupported version is echoed, and only modern ones are offered")
  void an_unsupported_version_is_echoed() {
    assertEquals(
        "{'code':-32022,'message':'Unsupported protocol version: v999.0.0',"
            + "'data':{'supported':['2026-07-28'],'requested':'v999.0.0'}}",
        text(JsonRpcError.unsupportedVersion("v999.0.0").toJson()));
  }

  @Test
  @DisplayName("requirements 20.1: required capabilities are an object")
  void required_capabilities_are_an_object() {
    assertEquals(
        "{'requiredCapabilities':{'sampling':{}}}",
        text(JsonRpcError.missingClientCapability(object("{'sampling':{}}")).data()));
  }

  @Test
  @DisplayName(
      "RS-04, RS-05, requirements 20.9: a resource that is not there has another code in each era")
  void a_missing_resource_has_another_code_in_each_era() {
    for (Revision revision : Revision.values()) {
      JsonRpcError missing = JsonRpcError.resourceNotFound("x:y", revision);
      assertEquals(revision.isModern() ? -32602 : -32002, missing.code(), revision.wire());
      assertEquals("{'uri':'x:y'}", text(missing.data()));
    }
    JsonRpcError unnamed = JsonRpcError.resourceNotNamed("n", Revision.V2026_07_28);
    assertEquals(-32602, unnamed.code());
    assertEquals("{'name':'n'}", text(unnamed.data()));
  }

  @Test
  @DisplayName("EC-04: a message stays a sentence, however long what it repeats")
  void what_is_repeated_is_cut() {
    String exact = "😀".repeat(100);
    assertEquals("Method not found: " + exact, JsonRpcError.methodNotFound(exact).message());
    assertEquals(
        "Method not found: " + exact + "…", JsonRpcError.methodNotFound(exact + "😀").message());
    assertEquals(
        "v".repeat(5000),
        JsonRpcError.unsupportedVersion("v".repeat(5000)).data().path("requested").stringValue());
  }

  @Test
  @DisplayName("EC-03: our own code lies outside every reserved range")
  void our_own_code_is_outside_the_reserved_range() {
    int code = JsonRpcError.rateLimited("Too many completions").code();
    assertEquals(true, code > -32000 || code < -32768);
  }
}
