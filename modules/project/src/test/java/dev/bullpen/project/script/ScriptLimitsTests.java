package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.script.ScriptLimits.Limit;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptLimitsTests extends ProjectTest {
  private static final String ALL =
      "{\"cpuSecs\":1,\"memoryMiB\":2,\"openFiles\":3,\"processes\":4,\"fileMiB\":5}";

  private List<Tool> tools(String limits) throws IOException {
    return project
        .tool("t", "{\"name\": \"t\", \"limits\": %s}".formatted(limits))
        .catalog()
        .tools();
  }

  @Test
  void a_tool_has_those_of_its_metadata_and_gets_them() throws Exception {
    Tool tool = tools(ALL).get(0);
    assertEquals(ALL, Json.text(tool.limits().json()));
    assertEquals(ALL, Json.text(tool.metadata().get("limits")));
    assertTrue(tool.definition().path("limits").isMissingNode(), "no client gets them");
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}"})
  void without_any_there_are_none(String limits) throws Exception {
    assertEquals(ScriptLimits.NONE, tools(limits).get(0).limits());
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2147483647"})
  void a_limit_is_a_whole_number(String number) throws Exception {
    ScriptLimits limits = tools("{\"cpuSecs\": %s}".formatted(number)).get(0).limits();
    assertEquals(Integer.parseInt(number), limits.of(Limit.CPU_SECS).getAsInt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "2147483648", "99999999999999999999", "1.5", "\"1\"", "true", "null"})
  void a_tool_with_any_other_is_not_published_and_the_message_says_why(String number)
      throws Exception {
    assertEquals(List.of(), tools("{\"fileMiB\": %s}".formatted(number)));
    assertOneProblem(
        "tool.meta.json: the tool \"t\" is not published: \"limits.fileMiB\" is not a whole number from 1 to 2147483647. Give one or leave it out.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"cpu\": 1} | unknown key \"limits.cpu\". Use only cpuSecs, memoryMiB, openFiles, processes, fileMiB.",
        "1 | \"limits\" is not an object. Write {\"cpuSecs\": 10}",
        "[] | \"limits\" is not an object. Write {\"cpuSecs\": 10}",
        "\"cpuSecs=1\" | \"limits\" is not an object. Write {\"cpuSecs\": 10}"
      })
  void nor_is_one_with_an_unknown_word_or_whose_limits_are_no_object(String limits, String problem)
      throws Exception {
    assertEquals(List.of(), tools(limits));
    assertOneProblem(problem);
  }

  @Test
  void nor_is_a_program_in_java_which_has_no_process_to_limit() throws Exception {
    project
        .file("tools/j/j.java", "class J {}")
        .file("tools/j/j.meta.json", "{\"name\": \"j\", \"limits\": {\"cpuSecs\": 1}}");
    assertEquals(List.of(), project.catalog().tools());
    assertOneProblem(
        "j.meta.json: the tool \"j\" is not published: \"limits\" cannot apply to a program in Java");
    assertOneProblem("--helper-memory");
  }

  @Test
  void a_script_that_makes_a_prompt_has_them_too() throws Exception {
    project
        .script("prompts/p.sh")
        .file("prompts/p.meta.json", "{\"render\": \"script\", \"limits\": {\"openFiles\": 9}}");
    Prompt prompt = project.catalog().prompts().get(0);
    assertEquals(new ScriptLimits(Map.of(Limit.OPEN_FILES, 9)), prompt.limits());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void a_prompt_with_limits_that_cannot_be_kept_is_not_published() throws Exception {
    project
        .script("prompts/p.sh")
        .file("prompts/p.meta.json", "{\"render\": \"script\", \"limits\": {\"openFiles\": 0}}");
    assertEquals(List.of(), project.catalog().prompts());
    assertOneProblem(
        "p.meta.json: the prompt \"p\" is not published: \"limits.openFiles\" is not a whole number");
  }

  @Test
  void a_template_needs_none_which_is_reported() throws Exception {
    project
        .file("prompts/p.txt", "text")
        .file("prompts/p.meta.json", "{\"limits\": {\"openFiles\": 1}}");
    assertEquals(1, project.catalog().prompts().size());
    assertOneProblem("\"limits\" is ignored: nothing is run");
  }

  private ScriptLimits read(String uri) throws Exception {
    return ((ResourceRead.Script)
            project.open().resourceReads().plan(Optional.of(uri), Optional.empty()))
        .limits();
  }

  @Test
  void a_script_that_reads_a_resource_has_those_of_the_resource_or_its_template() throws Exception {
    project
        .script("providers/own.sh")
        .file("resources/r", "")
        .file(
            "resources/r.meta.json",
            "{\"name\": \"r\", \"uri\": \"own://r\", \"provider\": \"own\", \"limits\": {\"cpuSecs\": 4}}")
        .file(
            "resources/t.meta.json",
            "{\"name\": \"t\", \"uriTemplate\": \"own://t/{x}\", \"provider\": \"own\", \"limits\": {\"fileMiB\": 5}}");
    assertEquals(new ScriptLimits(Map.of(Limit.CPU_SECS, 4)), read("own://r"));
    assertEquals(new ScriptLimits(Map.of(Limit.FILE_MEBIBYTES, 5)), read("own://t/1"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void a_resource_or_template_with_limits_that_cannot_be_kept_is_not_published() throws Exception {
    project
        .file("resources/r", "")
        .file(
            "resources/r.meta.json",
            "{\"name\": \"r\", \"uri\": \"own://r\", \"provider\": \"own\", \"limits\": {\"cpuSecs\": 0}}");
    assertEquals(List.of(), project.catalog().resources());
    assertOneProblem(
        "r.meta.json: the resource \"r\" is not published: \"limits.cpuSecs\" is not a whole number");
    project.file(
        "resources/r.meta.json",
        "{\"name\": \"t\", \"uriTemplate\": \"own://t/{x}\", \"provider\": \"own\", \"limits\": 1}");
    assertEquals(List.of(), project.catalog().templates());
    assertOneProblem(
        "r.meta.json: the template \"t\" is not published: \"limits\" is not an object");
  }

  @Test
  void a_completion_has_those_of_its_entry() throws Exception {
    project
        .script("completions/a.sh")
        .register(
            "\"completions\": [{\"name\": \"a\", \"path\": \"completions/a.sh\", \"limits\": {\"cpuSecs\": 3}}]");
    Resolution.Script script =
        (Resolution.Script)
            project.open().completions().resolve(new CompletionRef.OfPrompt("a"), "x");
    assertEquals(new ScriptLimits(Map.of(Limit.CPU_SECS, 3)), script.provider().limits());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "a.sh   | {'cpuSecs': 0} | 'limits.cpuSecs' is not a whole number from 1 to 2147483647",
        "a.sh   | {'x y': 1}     | unknown key 'limits.x y'",
        "a.sh   | 7              | 'limits' is not an object",
        "a.java | {'cpuSecs': 1} | 'limits' cannot apply to a program in Java"
      })
  void an_entry_with_wrong_ones_is_named_with_the_reason(String file, String limits, String why)
      throws Exception {
    project
        .script("completions/" + file)
        .register(
            "\"completions\": [{\"name\": \"a\", \"path\": \"completions/%s\", \"limits\": %s}]"
                .formatted(file, limits.replace('\'', '"')));
    RegistrationException broken = project.catalog().broken().orElseThrow();
    assertTrue(broken.getMessage().contains("completions[0] \"a\""), broken.getMessage());
    assertTrue(broken.getMessage().contains(why.replace('\'', '"')), broken.getMessage());
  }

  @Test
  void a_member_goes_before_that_of_the_default() {
    ScriptLimits defaults = ScriptLimits.ofSetting("cpuSecs=60,memoryMiB=1024");
    ScriptLimits own = ScriptLimits.ofSetting("cpuSecs=5,fileMiB=1");
    assertEquals(ScriptLimits.ofSetting("cpuSecs=5,memoryMiB=1024,fileMiB=1"), own.over(defaults));
    assertEquals(defaults, ScriptLimits.NONE.over(defaults));
    assertEquals(own, own.over(ScriptLimits.NONE));
  }

  @Test
  void a_setting_names_each_once() {
    assertEquals(
        ALL,
        Json.text(
            ScriptLimits.ofSetting("processes=4, openFiles = 3,cpuSecs=1,memoryMiB=2,fileMiB=5")
                .json()));
    assertEquals(
        Integer.MAX_VALUE,
        ScriptLimits.ofSetting("cpuSecs=2147483647").of(Limit.CPU_SECS).getAsInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "##                     | '' does not start with one of cpuSecs,",
        "cpuSecs=1,             | '' does not start with one of cpuSecs,",
        "cpu=1                  | 'cpu=1' does not start with one of cpuSecs,",
        "cpuSecs                | 'cpuSecs' has no whole number from 1 to 2147483647",
        "cpuSecs=               | 'cpuSecs=' has no whole number",
        "cpuSecs=0              | 'cpuSecs=0' has no whole number",
        "cpuSecs=2147483648     | 'cpuSecs=2147483648' has no whole number",
        "cpuSecs=99999999999999 | 'cpuSecs=99999999999999' has no whole number",
        "cpuSecs=1s             | 'cpuSecs=1s' has no whole number",
        "cpuSecs=1,cpuSecs=1    | 'cpuSecs=1' occurs twice"
      })
  void a_wrong_setting_says_what_is_wrong(String setting, String why) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ScriptLimits.ofSetting(setting));
    assertTrue(e.getMessage().startsWith(why.replace('\'', '"')), e.getMessage());
    assertTrue(e.getMessage().endsWith(". For example cpuSecs=60,memoryMiB=1024"), e.getMessage());
  }
}
