package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.Trees;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CompleteParamsTests {
  private static final String REF = "'ref':{'type':'ref/prompt','name':'p'}";
  private static final String ARGUMENT = "'argument':{'name':'a','value':'v'}";

  @ParameterizedTest
  @EnumSource
  void a_prompt_argument_is_read_in_every_revision(Revision revision) throws JsonRpcException {
    CompleteParams params = CompleteParams.parse(tree("{" + REF + "," + ARGUMENT + "}"), revision);
    assertEquals(new CompleteParams.Ref(true, "p", Optional.empty()), params.ref());
    assertEquals("a", params.argument());
    assertEquals("v", params.value());
    assertEquals(Map.of(), params.context());
    assertEquals(OptionalInt.empty(), params.limit());
    assertEquals(Optional.empty(), params.cursor());
    assertEquals(OptionalInt.empty(), params.timeoutSecs());
  }

  @Test
  void a_template_argument_is_read() throws JsonRpcException {
    CompleteParams.Ref ref =
        parse("'ref':{'type':'ref/resource','uri':'file:///{path}'}," + ARGUMENT).ref();
    assertEquals(new CompleteParams.Ref(false, "file:///{path}", Optional.empty()), ref);
    assertEquals("file:///{path}", ref.text());
    assertEquals("{'type':'ref/resource','uri':'file:///{path}'}", text(ref.toJson()));
  }

  @Test
  @DisplayName("CO-15: title and unknown members decide nothing")
  void title_and_unknown_members_decide_nothing() throws JsonRpcException {
    CompleteParams.Ref titled =
        parse("'ref':{'z':1,'title':'T','type':'ref/prompt','name':'p'},'y':2," + ARGUMENT).ref();
    assertEquals("p", titled.text());
    assertEquals("{'name':'p','title':'T','type':'ref/prompt'}", text(titled.toJson()));
    for (String title : List.of("5", "null", "'" + "x".repeat(4097) + "'")) {
      CompleteParams.Ref odd =
          parse("'ref':{'title':" + title + ",'type':'ref/prompt','name':'p'}," + ARGUMENT).ref();
      assertEquals("{'name':'p','type':'ref/prompt'}", text(odd.toJson()));
    }
  }

  @Test
  @DisplayName("CO-07: nothing typed yet is a normal request")
  void an_empty_value_is_a_value() throws JsonRpcException {
    assertEquals("", parse(REF + ",'argument':{'name':'a','value':''}").value());
  }

  @ParameterizedTest
  @DisplayName("CO-10: a malformed body is -32602 and says where")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'argument':{'name':'a','value':'v'}|params.ref is missing",
        "$A,'ref':'p'|params.ref must be an object",
        "$A,'ref':{}|params.ref.type is missing",
        "$A,'ref':{'type':5}|params.ref.type must be a string",
        "$A,'ref':{'type':'ref/tool','name':'p'}|params.ref.type must be ref/prompt or"
            + " ref/resource",
        "$A,'ref':{'type':'ref/prompt'}|params.ref.name is missing",
        "$A,'ref':{'type':'ref/prompt','uri':'p'}|params.ref.name is missing",
        "$A,'ref':{'type':'ref/prompt','name':''}|params.ref.name must not be empty",
        "$A,'ref':{'type':'ref/resource','name':'p'}|params.ref.uri is missing",
        "$A,'ref':{'type':'ref/resource','uri':5}|params.ref.uri must be a string",
        "$R|params.argument is missing",
        "$R,'argument':'a'|params.argument must be an object",
        "$R,'argument':{'value':'v'}|params.argument.name is missing",
        "$R,'argument':{'name':'','value':'v'}|params.argument.name must not be empty",
        "$R,'argument':{'name':'a'}|params.argument.value is missing",
        "$R,'argument':{'name':'a','value':5}|params.argument.value must be a string",
        "$R,'argument':{'name':'a','value':null}|params.argument.value must be a string",
        "$R,$A,'context':5|params.context must be an object",
        "$R,$A,'context':{'arguments':[]}|params.context.arguments must be an object",
        "$R,$A,'context':{'arguments':{'k':5}}|params.context.arguments must have strings only",
        "$R,$A,'cursor':5|params.cursor must be a string",
        "$R,$A,'cursor':null|params.cursor must be a string"
      })
  void a_malformed_body_is_refused(String params, String reason) {
    assertRefused(reason, params.replace("$R", REF).replace("$A", ARGUMENT));
  }

  @Test
  void no_params_are_refused() {
    JsonRpcException refusal =
        assertThrows(
            JsonRpcException.class,
            () -> CompleteParams.parse(Trees.NOTHING, Revision.V2025_11_25));
    assertEquals(JsonRpcError.invalidParams("params is missing"), refusal.error());
  }

  @Test
  @DisplayName(
      "CO-12: resolved arguments keep their order, and the one asked for is not among them")
  void resolved_arguments_are_read() throws JsonRpcException {
    CompleteParams params =
        parse(REF + "," + ARGUMENT + ",'context':{'arguments':{'z':'1','a':'old','b':''}}");
    assertEquals(List.of("z", "b"), List.copyOf(params.context().keySet()));
    assertEquals("1", params.context().get("z"));
    assertEquals("", params.context().get("b"));
    assertEquals("v", params.value());
    assertThrows(UnsupportedOperationException.class, () -> params.context().put("x", "y"));
  }

  @ParameterizedTest
  @DisplayName("CO-14: a context may be absent or empty")
  @ValueSource(strings = {"'context':{}", "'context':{'arguments':{}}", "'context':{'x':1}"})
  void a_context_may_be_empty(String context) throws JsonRpcException {
    assertEquals(Map.of(), parse(REF + "," + ARGUMENT + "," + context).context());
  }

  @ParameterizedTest
  @DisplayName("CO-13: revisions that define no context ignore one, however odd")
  @EnumSource(names = {"V2024_11_05", "V2025_03_26"})
  void older_revisions_ignore_a_context(Revision revision) throws JsonRpcException {
    for (String context : List.of("5", "{'arguments':{'k':'v'}}", "{'arguments':{'k':5}}")) {
      String params = "{" + REF + "," + ARGUMENT + ",'context':" + context + "}";
      assertEquals(Map.of(), CompleteParams.parse(tree(params), revision).context());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25", "V2026_07_28"})
  void newer_revisions_read_a_context(Revision revision) throws JsonRpcException {
    String params = "{" + REF + "," + ARGUMENT + ",'context':{'arguments':{'k':'v'}}}";
    assertEquals(Map.of("k", "v"), CompleteParams.parse(tree(params), revision).context());
  }

  @ParameterizedTest
  @DisplayName("CO-17: lengths are limited to the byte")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "params.argument.name|$R,'argument':{'name':'LONG','value':'v'}",
        "params.argument.value|$R,'argument':{'name':'a','value':'LONG'}",
        "params.ref.name|$A,'ref':{'type':'ref/prompt','name':'LONG'}",
        "params.ref.uri|$A,'ref':{'type':'ref/resource','uri':'LONG'}"
      })
  void lengths_are_limited_to_the_byte(String member, String params) throws JsonRpcException {
    assertEquals(4096, CompleteParams.MAX_NAME_BYTES);
    assertEquals(4096, CompleteParams.MAX_VALUE_BYTES);
    String all = params.replace("$R", REF).replace("$A", ARGUMENT);
    parse(all.replace("LONG", "x".repeat(4095)));
    parse(all.replace("LONG", "x".repeat(4096)));
    assertRefused(
        member + " must not be longer than 4096 bytes", all.replace("LONG", "x".repeat(4097)));
  }

  @Test
  @DisplayName("CO-17: lengths are counted in bytes of UTF-8")
  void lengths_are_counted_in_bytes() throws JsonRpcException {
    String fits = "é".repeat(CompleteParams.MAX_VALUE_BYTES / 2);
    assertEquals(fits, parse(REF + ",'argument':{'name':'a','value':'" + fits + "'}").value());
    assertRefused(
        "params.argument.value must not be longer than 4096 bytes",
        REF + ",'argument':{'name':'a','value':'" + fits + "x'}");
  }

  @Test
  @DisplayName("CO-17: the context is limited in number, per text, and in all")
  void the_context_is_limited() throws JsonRpcException {
    int entries = CompleteParams.MAX_CONTEXT_ENTRIES;
    assertEquals(entries - 1, parse(withContext(entries - 1, 1)).context().size());
    assertEquals(entries, parse(withContext(entries, 1)).context().size());
    assertRefused(
        "params.context.arguments must not have more than 100 members",
        withContext(entries + 1, 1));

    parse(withContext(1, 4096));
    assertRefused(
        "params.context.arguments has a name or a value that must not be longer than 4096 bytes",
        withContext(1, 4097));

    // Four bytes of name in each of eight entries.
    int all = CompleteParams.MAX_CONTEXT_BYTES;
    parse(withContext(8, all / 8 - 4));
    assertRefused(
        "params.context.arguments must not be longer than 32768 bytes in all",
        withContext(8, all / 8 - 3));
  }

  @ParameterizedTest
  @DisplayName("CO-17: of the control characters only those that lay out text pass, in values")
  @CsvSource({
    "0000, false",
    "0008, false",
    "0009, true",
    "000a, true",
    "000d, true",
    "001b, false",
    "001f, false",
    "0020, true",
    "ud800, false"
  })
  void control_characters_do_not_reach_a_script(String escape, boolean passes) {
    String text = "'x\\u" + (escape.startsWith("u") ? escape.substring(1) : escape) + "'";
    String value = REF + ",'argument':{'name':'a','value':" + text + "}";
    String context = REF + "," + ARGUMENT + ",'context':{'arguments':{'k':" + text + "}}";
    assertEquals(passes, isAccepted(value));
    assertEquals(passes, isAccepted(context));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\t", "\\n", "\\r", "\\u001f"})
  void no_control_character_is_part_of_a_name(String escape) {
    String name = "'x" + escape + "'";
    assertEquals(false, isAccepted(REF + ",'argument':{'name':" + name + ",'value':'v'}"));
    assertEquals(false, isAccepted(ARGUMENT + ",'ref':{'type':'ref/prompt','name':" + name + "}"));
    assertEquals(false, isAccepted(ARGUMENT + ",'ref':{'type':'ref/resource','uri':" + name + "}"));
    assertEquals(
        false, isAccepted(REF + "," + ARGUMENT + ",'context':{'arguments':{" + name + ":'v'}}"));
  }

  @ParameterizedTest
  @DisplayName("CO-17: what a shell would understand is text like any other")
  @ValueSource(strings = {"$(id)", ";rm", "`x`", "../../etc/passwd", "a b", "-rf", "%00", "\u007f"})
  void what_a_shell_would_understand_is_text(String text) {
    ObjectNode argument = Json.object().put("name", text).put("value", text);
    assertTrue(isAccepted(REF + ",'argument':" + Json.text(argument)));
  }

  @ParameterizedTest
  @DisplayName("extension: a limit is a number or its digits, up to 100; anything else is none")
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "1, 1",
        "99, 99",
        "100, 100",
        "101, 100",
        "'7', 7",
        "'007', 7",
        "'100', 100",
        "'101', 100",
        "99999999999999999999, 100",
        "'99999999999', 100",
        "0, -1",
        "-1, -1",
        "'0', -1",
        "'-1', -1",
        "'', -1",
        "'x', -1",
        "' 5', -1",
        "5.5, -1",
        "5.0, -1",
        "null, -1",
        "true, -1",
        "{}, -1"
      })
  void a_limit_is_a_number_or_its_digits(String limit, int expected) throws JsonRpcException {
    OptionalInt read = parse(REF + "," + ARGUMENT + ",'limit':" + limit).limit();
    assertEquals(expected, read.orElse(-1));
  }

  @ParameterizedTest
  @DisplayName("extension: a waiting time is a number or its digits")
  @CsvSource(
      quoteCharacter = '`',
      value = {"3, 3", "'3', 3", "0, -1", "'x', -1", "9999999999, 2147483647"})
  void a_waiting_time_is_a_number_or_its_digits(String seconds, int expected)
      throws JsonRpcException {
    OptionalInt read = parse(REF + "," + ARGUMENT + ",'timeoutSecs':" + seconds).timeoutSecs();
    assertEquals(expected, read.orElse(-1));
  }

  @Test
  @DisplayName("extension: a cursor is text of limited length")
  void a_cursor_is_text() throws JsonRpcException {
    int max = CompleteParams.MAX_CURSOR_CHARS;
    for (int length : new int[] {0, 1, max - 1, max}) {
      String cursor = "c".repeat(length);
      assertEquals(
          Optional.of(cursor), parse(REF + "," + ARGUMENT + ",'cursor':'" + cursor + "'").cursor());
    }
    assertRefused(
        "params.cursor must not be longer than 65536 characters",
        REF + "," + ARGUMENT + ",'cursor':'" + "c".repeat(max + 1) + "'");
  }

  private static String withContext(int entries, int valueLength) {
    StringBuilder context = new StringBuilder();
    for (int i = 0; i < entries; i++) {
      context.append(i == 0 ? "" : ",").append("'k%03d':'".formatted(i));
      context.append("x".repeat(valueLength)).append("'");
    }
    return REF + "," + ARGUMENT + ",'context':{'arguments':{" + context + "}}";
  }

  private static boolean isAccepted(String params) {
    try {
      parse(params);
      return true;
    } catch (JsonRpcException e) {
      assertEquals(ErrorCode.INVALID_PARAMS, e.error().code());
      return false;
    }
  }

  private static void assertRefused(String reason, String params) {
    JsonRpcException refusal = assertThrows(JsonRpcException.class, () -> parse(params));
    assertEquals(JsonRpcError.invalidParams(reason), refusal.error());
  }

  private static CompleteParams parse(String params) throws JsonRpcException {
    return CompleteParams.parse(tree("{" + params + "}"), Revision.V2025_11_25);
  }
}
