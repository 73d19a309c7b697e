package dev.bullpen.server.tool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.server.call.JobLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ToolOutputTests {
  private static final byte[] NONE = {};

  private Map<String, String> environment = Map.of();

  private ToolOutput.Said read(boolean signalled, int code, String stdout, String stderr) {
    return ToolOutput.read(
        new JobOutcome.Completed(
            signalled, code, stdout.replace('\'', '"').getBytes(UTF_8), stderr.getBytes(UTF_8)),
        NONE,
        List.of(),
        settings(),
        false);
  }

  private ToolOutput.Said read(int code, byte[] stdout, byte[] errorFile) {
    JobOutcome.Completed ended = new JobOutcome.Completed(false, code, stdout, NONE);
    return ToolOutput.read(ended, errorFile, List.of(), settings(), false);
  }

  @Test
  void a_result_with_a_byte_that_is_not_utf8_is_one_all_the_same() {
    byte[] printed =
        "{\"content\":[{\"type\":\"text\",\"text\":\"r\u00e9s\"}],\"isError\":true}"
            .getBytes(ISO_8859_1);
    assertEquals(
        "{'content':[{'type':'text','text':'r\ufffds'}],'isError':true,'_meta':{'exitCode':0}}",
        text(read(0, printed, NONE)));
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void an_error_result_counts_although_the_script_goes_on_to_print_more(int code) {
    String error = "{'content':[{'type':'text','text':'no'}],'isError':true}";
    String expected =
        "{'content':[{'type':'text','text':'no'}],'isError':true,'_meta':{'exitCode':"
            + code
            + "}}";
    for (String more : List.of("{'a':1}", "[]\n1", error)) {
      assertEquals(expected, result(false, code, error + "\n" + more, ""));
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{'content':[],'isError':false} {'a':1}`",
        "`{'content':[],'isError':true} no json`",
        "`{'a':1} {'content':[],'isError':true}`"
      })
  void other_values_one_after_the_other_are_text(String printed) {
    assertEquals(
        Json.text(Json.object().put("type", "text").put("text", printed.replace('\'', '"'))),
        Json.text(
            assertInstanceOf(ToolOutput.Said.Result.class, read(false, 0, printed, ""))
                .full()
                .at("/content/0")));
  }

  @Test
  void so_is_an_error_file() {
    byte[] file = "{\"code\":42,\"message\":\"r\u00e9s\"}".getBytes(ISO_8859_1);
    assertEquals("{'code':42,'message':'r\ufffds'}", refusal(read(1, NONE, file)));
  }

  private ToolSettings settings() {
    return ToolSettings.of(environment, Duration.ZERO, JobLimits.NONE);
  }

  private static String text(ToolOutput.Said said) {
    return Json.text(assertInstanceOf(ToolOutput.Said.Result.class, said).full())
        .replace('"', '\'');
  }

  private String result(boolean signalled, int code, String stdout, String stderr) {
    return text(read(signalled, code, stdout, stderr));
  }

  private static String refusal(ToolOutput.Said said) {
    return Json.text(assertInstanceOf(ToolOutput.Said.Refusal.class, said).error().toJson())
        .replace('"', '\'');
  }

  @Test
  void text_is_kept_to_the_last_newline() {
    assertEquals(
        "{'content':[{'type':'text','text':'a b\\n'}],'isError':false,'_meta':{'exitCode':0}}",
        result(false, 0, "a b\n", ""));
    assertEquals(
        "{'content':[{'type':'text','text':''}],'isError':false,'_meta':{'exitCode':0}}",
        result(false, 0, "", ""));
  }

  @Test
  void one_json_value_is_structured_content_as_well() {
    assertEquals(
        "{'content':[{'type':'text','text':'[1.50]'}],'isError':false,"
            + "'structuredContent':[1.50],'_meta':{'exitCode':0}}",
        result(false, 0, "[1.50]", ""));
  }

  @Test
  void a_member_written_twice_counts_as_its_last_and_the_text_stays_as_it_was() {
    assertEquals(
        "{'content':[{'type':'text','text':'{\\'a\\':1,\\'b\\':2,\\'a\\':3}'}],'isError':false,"
            + "'structuredContent':{'a':3,'b':2},'_meta':{'exitCode':0}}",
        result(false, 0, "{'a':1,'b':2,'a':3}", ""));
    assertEquals(
        "{'content':[],'isError':true,'_meta':{'exitCode':0}}",
        result(false, 0, "{'content':[],'isError':false,'isError':true}", ""));
  }

  @Test
  void an_interface_that_is_named_in_the_old_way_is_found_in_the_new() {
    String content = "{'content':[],'isError':false,'_meta':{";
    assertEquals(
        content + "'ui':{'resourceUri':'ui://a/b'},'exitCode':0}}",
        result(false, 0, content + "'ui/resourceUri':'ui://a/b'}}", ""));
    assertEquals(
        content + "'ui':{'resourceUri':'ui://c/d','x':1},'exitCode':0}}",
        result(
            false,
            0,
            content + "'ui/resourceUri':'ui://a/b','ui':{'resourceUri':'ui://c/d','x':1}}}",
            ""));
  }

  @Test
  void a_script_may_say_its_whole_result() {
    assertEquals(
        "{'content':[],'isError':true,'_meta':{'mine':1,'exitCode':0,'stderr':'hm'}}",
        result(false, 0, "{'content':[],'isError':true,'_meta':{'mine':1}}", "hm\n"));
  }

  @Test
  void content_blocks_alone_are_a_whole_result() {
    String image = "{'content':[{'type':'image','data':'QUJD','mimeType':'image/png'}]";
    assertEquals(
        image + ",'isError':false,'_meta':{'exitCode':0}}", result(false, 0, image + "}", ""));
    assertEquals(
        image + ",'structuredContent':{'a':1},'isError':false,'_meta':{'exitCode':0}}",
        result(false, 0, image + ",'structuredContent':{'a':1}}", ""));
    assertEquals(
        image + ",'isError':true,'_meta':{'exitCode':1}}", result(false, 1, image + "}", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'content':'text'}",
        "{'content':[]}",
        "{'content':['a']}",
        "{'content':[{'type':'table'}]}",
        "{'content':[{'type':'text'}]}",
        "{'content':[{'type':'text','text':'a'},{'rows':1}]}",
        "{'content':[{'type':'image','data':'no base64!','mimeType':'image/png'}]}",
        // A model's answer, which says more than that.
        "{'role':'assistant','content':[{'type':'text','text':'a'}]}"
      })
  void other_data_with_a_member_content_stays_data(String printed) {
    assertEquals(
        "{'content':[{'type':'text','text':"
            + Json.quoted(printed.replace('\'', '"')).replace('"', '\'')
            + "}],'isError':false,'structuredContent':"
            + printed
            + ",'_meta':{'exitCode':0}}",
        result(false, 0, printed, ""));
  }

  @Test
  void what_a_tool_promises_may_be_called_content_as_well() {
    byte[] printed = "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}".getBytes(UTF_8);
    JobOutcome.Completed fine = new JobOutcome.Completed(false, 0, printed, NONE);
    ToolOutput.Said said = ToolOutput.read(fine, NONE, List.of(), settings(), true);
    ObjectNode full = assertInstanceOf(ToolOutput.Said.Result.class, said).full();
    assertEquals(
        "{'content':[{'type':'text','text':'a'}]}",
        Json.text(full.path("structuredContent")).replace('"', '\''));
  }

  @Test
  void half_a_surrogate_pair_in_a_name_makes_a_whole_result_no_other() {
    assertEquals(
        "{'content':[],'isError':true,'structuredContent':{'\ufffd.txt':1},'_meta':{'exitCode':0}}",
        result(
            false, 0, "{'content':[],'isError':true,'structuredContent':{'\\udce9.txt':1}}", ""));
  }

  @Test
  void what_is_repeated_of_an_error_file_ends_with_a_whole_character() {
    String smile = "\ud83d\ude00";
    byte[] file = ("x" + smile.repeat(2500)).getBytes(UTF_8);
    assertEquals(
        "{'code':-32603,'message':'Tool failed','data':'x" + smile.repeat(1999) + "'}",
        refusal(read(1, NONE, file)));
  }

  @Test
  void a_failure_shows_the_scripts_last_output_and_how_it_ended() {
    assertEquals(
        "{'content':[{'type':'text','text':'why'}],'isError':true,"
            + "'_meta':{'exitCode':7,'stderr':'why'}}",
        result(false, 7, "", "why\n"));
    assertEquals(
        "{'content':[{'type':'text','text':'out\\nwhy'}],'isError':true,"
            + "'_meta':{'exitCode':7,'stderr':'why'}}",
        result(false, 7, "out", "why\n"));
    assertEquals(
        "{'content':[{'type':'text','text':'out\\nwhy\\n'}],'isError':true,"
            + "'_meta':{'exitCode':7,'stderr':'why'}}",
        result(false, 7, "out\nwhy\n", "why\n"));
    assertEquals(
        "{'content':[{'type':'text','text':'The tool failed with signal 9'}],'isError':true,"
            + "'_meta':{'exitCode':137}}",
        result(true, 9, "", ""));
  }

  @Test
  void a_result_of_a_script_that_fails_is_an_error_whatever_it_says() {
    assertEquals(
        "{'content':[],'isError':true,'_meta':{'exitCode':1}}",
        result(false, 1, "{'content':[],'isError':false}", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "-32600, -32600",
    "-32602, -32602",
    "-32604, -32603",
    "-32002, -32603",
    "-32021, -32603",
    "-32042, -32603",
    "-32000, -32603",
    "-31999, -31999",
    "-32769, -32769",
    "7, 7"
  })
  void a_code_that_is_kept_for_something_else_is_not_sent(int wanted, int sent) {
    assertEquals(
        "{'code':%d,'message':'no'}".formatted(sent),
        refusal(read(false, 1, "{'code':%d,'message':'no'}".formatted(wanted), "")));
  }

  @Test
  void only_a_script_that_asks_for_a_json_rpc_error_gets_one() {
    assertEquals(
        "{'code':-32602,'message':'no','data':[1]}",
        refusal(read(false, 1, "{'code':-32602,'message':'no','data':[1]}", "")));
    assertEquals(
        "{'content':[{'type':'text','text':'{\\'code\\':-32602}'}],'isError':true,"
            + "'_meta':{'exitCode':1}}",
        result(false, 1, "{'code':-32602}", ""));
  }

  @Test
  void the_error_file_goes_before_everything_else() {
    byte[] printed = "x".getBytes(UTF_8);
    byte[] error = "{\"code\":5,\"message\":\"m\",\"data\":null}".getBytes(UTF_8);
    assertEquals("{'code':5,'message':'m'}", refusal(read(0, printed, error)));
    assertEquals(
        "{'code':-32603,'message':'Tool failed','data':'not json'}",
        refusal(read(0, printed, "not json".getBytes(UTF_8))));
  }

  @Test
  void embedded_resources_follow_the_text() {
    ObjectNode block = Json.object().put("type", "resource");
    ToolOutput.Said said =
        ToolOutput.read(
            new JobOutcome.Completed(false, 0, "t".getBytes(UTF_8), NONE),
            NONE,
            List.of(block),
            settings(),
            false);
    assertEquals(
        "[{\"type\":\"text\",\"text\":\"t\"},{\"type\":\"resource\"}]",
        Json.text(assertInstanceOf(ToolOutput.Said.Result.class, said).full().get("content")));
  }

  @Test
  void the_tail_of_the_error_output_is_as_long_as_the_operator_wants() {
    environment = Map.of("MCPBASH_TOOL_STDERR_TAIL_LIMIT", "3");
    assertEquals(
        "{'content':[{'type':'text','text':'t'}],'isError':false,"
            + "'_meta':{'exitCode':0,'stderr':'cde'}}",
        result(false, 0, "t", "abcde"));
    environment = Map.of("MCPBASH_TOOL_STDERR_CAPTURE", "false");
    assertEquals(
        "{'content':[{'type':'text','text':'t'}],'isError':false,'_meta':{'exitCode':0}}",
        result(false, 0, "t", "abcde"));
  }

  @Test
  void what_asks_for_input_is_no_result() {
    ToolOutput.Said said = read(false, 0, "{'resultType':'input_required','requestState':1}", "");
    assertInstanceOf(ToolOutput.Said.Question.class, said);
  }
}
