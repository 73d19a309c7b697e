package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Samples.FLAT_FORM;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ElicitationTests {
  private static final String URL = "{'message':'m','mode':'url','url':'https://x/y?z=1'}";

  /** One property of every form, as 2025-06-18 can say it. */
  @ParameterizedTest
  @DisplayName("MR-17: a flat form is the same in every revision that has forms")
  @EnumSource(
      names = {"V2024_11_05", "V2025_03_26"},
      mode = EnumSource.Mode.EXCLUDE)
  void a_flat_form_is_the_same_everywhere(Revision revision) throws JsonRpcException {
    ObjectNode params = params(form(FLAT_FORM), revision);
    String mode = revision == Revision.V2025_06_18 ? "" : "'mode':'form',";
    assertEquals(
        "{"
            + mode
            + "'message':'m','requestedSchema':{'type':'object','properties':"
            + FLAT_FORM
            + ",'required':['s']}}",
        text(params));
  }

  @Test
  @DisplayName("MR-17: 2025-06-18 gets enumNames for titles, and defaults for booleans only")
  void an_older_form_has_enum_names_and_no_defaults() throws JsonRpcException {
    String fields =
        "{'s':{'type':'string','default':'d'},'b':{'type':'boolean','default':false},"
            + "'c':{'type':'string','title':'C','oneOf':[{'const':'1','title':'One'},"
            + "{'const':'2','title':'Two'}],'default':'1'}}";
    assertEquals(
        "{'s':{'type':'string'},'b':{'type':'boolean','default':false},"
            + "'c':{'type':'string','title':'C','enum':['1','2'],'enumNames':['One','Two']}}",
        fields(params(form(fields), Revision.V2025_06_18)));
    assertEquals(fields, fields(params(form(fields), Revision.V2025_11_25)));
    assertEquals(fields, fields(params(form(fields), Revision.V2026_07_28)));
  }

  @ParameterizedTest
  @DisplayName("MR-17: several choices are for those that have modes")
  @ValueSource(
      strings = {
        "{'type':'array','items':{'type':'string','enum':['x']},'minItems':1,'default':['x']}",
        "{'type':'array','items':{'anyOf':[{'const':'x','title':'X'}]},'maxItems':1}"
      })
  void several_choices_are_for_those_that_have_modes(String field) throws JsonRpcException {
    String fields = "{'many':" + field + ",'s':{'type':'string'}}";
    assertEquals(fields, fields(params(form(fields), Revision.V2025_11_25)));
    assertEquals(fields, fields(params(form(fields), Revision.V2026_07_28)));
    assertRefused("property many", () -> params(form(fields), Revision.V2025_06_18));
  }

  @ParameterizedTest
  @DisplayName("what is left to be understood is written out")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'enum':['x']}|{'enum':['x'],'type':'string'}",
        "{'oneOf':[{'const':'x','title':'X'}]}"
            + "|{'oneOf':[{'const':'x','title':'X'}],'type':'string'}",
        "{'type':'array','items':{'oneOf':[{'const':'x','title':'X'}]}}"
            + "|{'type':'array','items':{'anyOf':[{'const':'x','title':'X'}]}}",
        "{'type':'array','items':{'enum':['x']}}"
            + "|{'type':'array','items':{'type':'string','enum':['x']}}",
        "{'type':'string','pattern':'a+','default':5,'x':1}|{'type':'string'}"
      })
  void what_is_left_to_be_understood_is_written_out(String written, String sent)
      throws JsonRpcException {
    assertEquals(
        "{'f':" + sent + ",'s':{'type':'string'}}",
        fields(params(form("{'f':" + written + ",'s':{'type':'string'}}"), Revision.V2026_07_28)));
  }

  @ParameterizedTest
  @DisplayName("MR-17: what is not flat is refused, and the property named")
  @ValueSource(
      strings = {
        "{}",
        "true",
        "5",
        "{'type':'object','properties':{}}",
        "{'type':'null'}",
        "{'type':['string','null']}",
        "{'type':'array'}",
        "{'type':'array','items':{'type':'string'}}",
        "{'type':'array','items':{'type':'integer','enum':[1]}}",
        "{'type':'integer','enum':[1]}",
        "{'type':'string','enum':[1]}",
        "{'enum':'x'}",
        "{'type':'string','oneOf':[{'const':'x'}]}",
        "{'type':'string','format':'password'}",
        "{'$ref':'#/x'}"
      })
  void what_is_not_flat_is_refused(String field) {
    assertRefused(
        "property address ",
        () -> Elicitation.of(form("{'s':{'type':'string'},'address':" + field + "}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|message",
        "{'message':5,'schema':{}}|message",
        "{'message':'m'}|requestedSchema",
        "{'message':'m','schema':[]}|requestedSchema",
        "{'message':'m','schema':{'type':'array'}}|requestedSchema",
        "{'message':'m','schema':{'properties':[]}}|requestedSchema.properties",
        "{'message':'m','schema':{'properties':{},'required':['x']}}|requestedSchema.required",
        "{'message':'m','schema':{'properties':{},'required':[1]}}|requestedSchema.required",
        "{'message':'m','schema':{},'mode':'oral'}|mode",
        "{'message':'m','schema':{},'mode':null}|mode",
        "{'message':'m','mode':'url'}|url",
        "{'message':'m','mode':'url','url':'x'}|url",
        "{'message':'m','mode':'url','url':'file:///etc'}|url",
        "{'message':'m','mode':'url','url':5}|url"
      })
  void what_is_no_elicitation_is_refused_by_the_member(String written, String member) {
    assertRefused(" " + member + " ", () -> Elicitation.of(tree(written)));
  }

  @Test
  void a_script_may_say_schema_or_requested_schema() throws JsonRpcException {
    for (String name : List.of("schema", "requestedSchema")) {
      assertEquals(
          "{'mode':'form','message':'m','requestedSchema':"
              + "{'type':'object','properties':{'a':{'type':'string'}}}}",
          text(
              Elicitation.of(
                      tree(
                          "{'message':'m','"
                              + name
                              + "':{'properties':{'a':{'type':'string'}},'title':'x'}}"))
                  .params()));
    }
  }

  @Test
  @DisplayName("MR-20: a URL has an elicitationId in 2025-11-25 alone")
  void a_url_has_an_id_in_one_revision_alone() throws JsonRpcException {
    assertEquals(
        "{'mode':'url','message':'m','url':'https://x/y?z=1','elicitationId':'elicitation-7'}",
        text(params(tree(URL), Revision.V2025_11_25)));
    assertEquals(
        "{'mode':'url','message':'m','url':'https://x/y?z=1'}",
        text(params(tree(URL), Revision.V2026_07_28)));
    assertRefused("2025-06-18", () -> params(tree(URL), Revision.V2025_06_18));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_03_26"})
  void older_revisions_have_no_elicitation(Revision revision) {
    assertRefused(revision.wire(), () -> params(form(FLAT_FORM), revision));
    assertRefused(revision.wire(), () -> params(tree(URL), revision));
  }

  @Test
  @DisplayName("MR-05: the capability needed is an object that names the mode")
  void the_capability_needed_names_the_mode() throws JsonRpcException {
    Elicitation form = Elicitation.of(form(FLAT_FORM));
    Elicitation url = Elicitation.of(tree(URL));
    assertEquals(object("{'elicitation':{'form':{}}}"), form.requiredCapability());
    assertEquals(object("{'elicitation':{'url':{}}}"), url.requiredCapability());
    ClientCapabilities forms = new ClientCapabilities(true, false, true, true, true, false);
    ClientCapabilities urls = new ClientCapabilities(false, true, true, true, true, false);
    assertEquals(true, form.supportedBy(forms));
    assertEquals(false, form.supportedBy(urls));
    assertEquals(true, url.supportedBy(urls));
    assertEquals(false, url.supportedBy(forms));
  }

  private static JsonNode form(String fields) {
    return tree(
        "{'message':'m','schema':{'type':'object','properties':" + fields + ",'required':['s']}}");
  }

  /** What is sent, valid under the schema of the revision. */
  private static ObjectNode params(JsonNode written, Revision revision) throws JsonRpcException {
    ObjectNode request = Elicitation.of(written).toJson(id(7), revision);
    assertValid(revision, "ElicitRequest", request);
    return (ObjectNode) request.path("params");
  }

  private static String fields(ObjectNode params) {
    return text(params.path("requestedSchema").path("properties"));
  }

  private static void assertRefused(String part, Executable refused) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, refused);
    assertEquals(ErrorCode.INTERNAL_ERROR, refusal.error().code());
    assertTrue(refusal.error().message().contains(part), refusal.error().message());
  }
}
