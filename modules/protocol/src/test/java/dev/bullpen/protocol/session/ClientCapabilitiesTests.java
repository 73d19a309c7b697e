package dev.bullpen.protocol.session;

import static dev.bullpen.protocol.Trees.object;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.protocol.Revision;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCapabilitiesTests {
  @ParameterizedTest
  @DisplayName("MR-04: an empty elicitation is for forms, a URL must be named")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|true|false",
        "{'form':{}}|true|false",
        "{'url':{}}|false|true",
        "{'form':{},'url':{}}|true|true",
        "{'url':true}|true|false",
        "{'other':{}}|true|false",
        "true|false|false",
        "null|false|false",
        "[]|false|false"
      })
  void an_empty_elicitation_is_for_forms(String declared, boolean form, boolean url) {
    for (Revision revision : new Revision[] {Revision.V2025_11_25, Revision.V2026_07_28}) {
      ClientCapabilities client =
          ClientCapabilities.of(object("{'elicitation':" + declared + "}"), revision);
      assertEquals(form, client.elicitationForm());
      assertEquals(url, client.elicitationUrl());
      assertEquals(form || url, client.elicitation());
    }
  }

  @ParameterizedTest
  @DisplayName("LC-06, VN-06: what the revision does not define is not declared")
  @CsvSource({
    "V2024_11_05,false,false,false",
    "V2025_03_26,false,false,false",
    "V2025_06_18,true,false,false",
    "V2025_11_25,true,true,true",
    "V2026_07_28,true,true,true"
  })
  void what_the_revision_does_not_define_is_not_declared(
      Revision revision, boolean form, boolean url, boolean tools) {
    ClientCapabilities client =
        ClientCapabilities.of(
            object(
                "{'elicitation':{'form':{},'url':{}},'sampling':{'tools':{}},"
                    + "'roots':{'listChanged':true}}"),
            revision);
    assertEquals(new ClientCapabilities(form, url, true, tools, true, false), client);
  }

  @ParameterizedTest
  @CsvSource({
    "V2024_11_05,sampling roots",
    "V2025_06_18,elicitation elicitation.form sampling roots",
    "V2026_07_28,elicitation elicitation.form elicitation.url sampling sampling.tools roots"
  })
  void what_is_offered_has_names(Revision revision, String names) {
    String declared =
        "{'elicitation':{'form':{},'url':{}},'sampling':{'tools':{}},'roots':{},'own':{}}";
    assertEquals(
        names, String.join(" ", ClientCapabilities.of(object(declared), revision).names()));
    assertEquals(List.of(), ClientCapabilities.of(object("{}"), revision).names());
  }

  @Test
  void before_there_were_modes_every_elicitation_is_a_form() {
    assertEquals(
        true,
        ClientCapabilities.of(object("{'elicitation':{'url':{}}}"), Revision.V2025_06_18)
            .elicitationForm());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'sampling':true,'roots':null,'elicitation':'yes'}",
        "{'experimental':{'sampling':{}},'extensions':{}}"
      })
  void who_declares_nothing_can_be_asked_for_nothing(String declared) {
    for (Revision revision : Revision.values()) {
      assertEquals(ClientCapabilities.NONE, ClientCapabilities.of(object(declared), revision));
    }
  }

  @ParameterizedTest
  @DisplayName("CA-05: interfaces are shown by who names the extension, with an object")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'extensions':{'io.modelcontextprotocol/ui':{}}}|true",
        "{'extensions':{'io.modelcontextprotocol/ui':{'mimeTypes':['text/html;profile=mcp-app']}}}"
            + "|true",
        "{'extensions':{'io.modelcontextprotocol/ui':true}}|false",
        "{'extensions':{'io.modelcontextprotocol/ui':null}}|false",
        "{'extensions':{'ui':{}}}|false",
        "{'extensions':['io.modelcontextprotocol/ui']}|false",
        "{'io.modelcontextprotocol/ui':{}}|false"
      })
  void interfaces_are_shown_by_who_names_the_extension(String declared, boolean ui) {
    for (Revision revision : Revision.values()) {
      assertEquals(ui, ClientCapabilities.of(object(declared), revision).ui());
    }
  }
}
