package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that must be there, or be of a kind. */
class ArgumentCheckTests {
  @TempDir Path folder;

  @Test
  void a_required_argument_is_printed() {
    assertEquals("v", run("{\"a\":\"v\"}", "mcp_args_require .a").value());
    assertEquals("false", run("{\"a\":false}", "mcp_args_require .a").value());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"{}", "`{\"a\":null}`", "`{\"a\":\"\"}`", "`{\"a\":\"null\"}`"})
  void one_that_is_missing_ends_the_tool_even_from_a_substitution(String arguments) {
    Ran said = run(arguments, "value=$(mcp_args_require .a); echo \"not reached $value\"");

    assertEquals(1, said.exitCode());
    assertEquals("", said.out());
    assertEquals(".a is required\n", said.err());
  }

  @Test
  void a_missing_argument_may_have_a_message_of_its_own() {
    assertEquals("Which one?\n", run("{}", "mcp_args_require .a 'Which one?'").err());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "true,true",
        "false,false",
        "1,true",
        "0,false",
        "`\"true\"`,true",
        "`\"1\"`,true",
        "`\"no\"`,false",
        "null,true"
      })
  void a_boolean_is_true_or_false(String value, String printed) {
    Ran said = run("{\"a\":" + value + "}", "mcp_args_bool .a --default true");

    assertEquals(printed, said.value());
  }

  @Test
  void a_boolean_without_a_default_is_required() {
    assertEquals(".a is required\n", run("{}", "mcp_args_bool .a").err());
    assertEquals("false", run("{}", "mcp_args_bool .a --default false").value());
  }

  @Test
  void a_path_that_leads_through_something_else_leads_to_nothing() {
    for (String arguments : List.of("{\"a\":\"text\"}", "{\"a\":[1]}", "{\"a\":5}")) {
      for (String call :
          List.of("mcp_args_require", "mcp_args_bool", "mcp_args_int", "mcp_require_path")) {
        Ran said = run(arguments, call + " .a.b; echo not reached");

        assertEquals(1, said.exitCode(), call);
        assertEquals("{\"code\":-32602,\"message\":\".a.b is required\"}", said.value(), call);
      }
      assertEquals("true", run(arguments, "mcp_args_bool .a.b --default true").value());
      assertEquals("4", run(arguments, "mcp_args_int .a.b --default 4").value());
      assertEquals(0, run(arguments, "mcp_require_path .a.b --allow-empty").exitCode());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-7,-7",
    "3.0,3",
    "1E+3,1000",
    "-2.5e1,-25",
    "9223372036854775808,9223372036854775808"
  })
  void an_integer_is_printed(String value, String printed) {
    assertEquals(printed, run("{\"a\":" + value + "}", "mcp_args_int .a").value());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"1.5", "`\"x\"`", "true", "[1]", "`\"1 2\"`"})
  void anything_else_is_none(String value) {
    Ran said = run("{\"a\":" + value + "}", "mcp_args_int .a");

    assertEquals(1, said.exitCode());
    assertEquals(".a must be an integer\n", said.err());
  }

  @ParameterizedTest
  @CsvSource({
    "4,.a must be >= 5",
    "5,",
    "6,",
    "9,",
    "10,",
    "11,.a must be <= 10",
    "-5,.a must be >= 5",
    "99999999999999999999,.a must be <= 10",
    "-99999999999999999999,.a must be >= 5"
  })
  void an_integer_has_bounds(String value, String message) {
    Ran said = run("{\"a\":" + value + "}", "mcp_args_int .a --min 5 --max 10");

    assertEquals(
        message == null ? value + "\n" : message + "\n", message == null ? said.out() : said.err());
    assertEquals(message == null ? 0 : 1, said.exitCode());
  }

  @Test
  void bounds_that_cross_and_a_missing_integer_are_reported() {
    assertEquals(
        "mcp_args_int: --min cannot exceed --max\n",
        run("{}", "mcp_args_int .a --min 2 --max 1").err());
    assertEquals(
        "mcp_args_int: --min cannot exceed --max\n",
        run("{}", "mcp_args_int .a --min 10000000000000000000 --max 9999999999999999999").err());
    assertEquals(".a is required\n", run("{}", "mcp_args_int .a").err());
    assertEquals("4", run("{}", "mcp_args_int .a --default 4").value());
  }

  private Ran run(String arguments, String script) {
    return new ToolScript(folder).called(arguments).run(script);
  }
}
