package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The SDK runs in the shell of a tool or a policy, whose variables may have any names and be {@code
 * readonly}: then even {@code local} fails, and a function would go on with a value that is not its
 * own.
 */
class VariableNameTests {
  /** Names that are set on purpose, for it is others who read them. */
  private static final Set<String> FOR_OTHERS =
      Set.of(
          // bash itself; a tool that makes these readonly gets an error, no other value.
          "BASH_COMPAT",
          "IFS",
          "LC_ALL",
          // Tools, as the contract has it.
          "MCP_CONFIG_JSON",
          "MCP_ELICIT_DEFAULT_TIMEOUT",
          "MCP_LOG_STREAM",
          "MCP_PROGRESS_STREAM",
          "MCP_PROGRESS_TOKEN",
          "MCP_TOOL_CANCELLATION_FILE",
          // Policies, which get it before any of their lines runs.
          "MCP_POLICY_METADATA_JSON",
          // Policies, which may set them themselves.
          "_MCP_TOOLS_ERROR_CODE",
          "_MCP_TOOLS_ERROR_DATA",
          "_MCP_TOOLS_ERROR_MESSAGE",
          // The https provider, a program of its own.
          "MCPBASH_HTTPS_ALLOW_HOSTS",
          "MCPBASH_HTTPS_DENY_HOSTS",
          "MCPBASH_HTTPS_MAX_BYTES",
          "MCPBASH_HTTPS_TIMEOUT",
          "MCPBASH_HTTPS_USER_AGENT");

  private static final Pattern TEXTS =
      Pattern.compile("\\\\.|\\$\\{[^{}]*\\}|'[^']*'|\"(\\\\.|[^\"\\\\])*\"");
  private static final Pattern ASSIGNED =
      Pattern.compile("(?<![\\w$}{\"'/.-])([A-Za-z_]\\w*)(\\[[^\\]]*\\])?(\\+?=|\\+\\+)(?![=~])");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:local|declare|export|unset|readonly)((?: +[^ ;|&)]+)+)");
  private static final Pattern READ =
      Pattern.compile(
          "\\bread(?: -[A-Za-z]+| \"\"| [0-9]+)*((?: [A-Za-z_]\\w*)+)"
              + "|\\bfor +(\\w+)|\\bprintf -v +(\\w+)");
  private static final Pattern NAME = Pattern.compile("(?<![\\w$}{-])[A-Za-z_]\\w*");

  /** What the SDK's own variables were called once, and what tools like to call theirs. */
  private static final String POPULAR =
      """
      agent allow answer array ascii attempts base before begin body byte bytes caller cancelled
      code constant content control data default defaults deny description digits env envelope err
      error escape example exponent field file files filter first folder found fraction from
      globbing head hint host i ignored item items json key kind known last least left level levels
      line links loaded looks low maximum may_be_empty message messages millis mime minimum mode
      most name named names next now number object open option otherwise out padding part parts path
      pause percent pid piece place places pointer policy port prefix provider register request
      requests resource response rest result right role room root root_by_default said schema second
      seconds set sign size slashes state status target text timeout to token total traced type unit
      uri url user value values variable verdict wanted who whole zeros
      """;

  @TempDir Path folder;

  @Test
  void every_variable_begins_with_the_prefix() throws IOException {
    Set<String> seen = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ToolScript.SDK)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".sh")).toList()) {
        seen.addAll(variables(Files.readString(file)));
      }
    }
    seen.removeIf(name -> name.startsWith("__mcp_"));

    assertEquals(new TreeSet<>(FOR_OTHERS), seen);
  }

  @Test
  void whatever_sets_a_variable_is_seen() {
    assertEquals(
        new TreeSet<>(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")),
        variables(
            """
            # no=comment
            local a b='no x=1' c="no $x" d
            	e=1 f=$((x == 1)) && ((g++)); [ "$x" = 1 ] || { h+=x; x --no=1 "no=$x" ${no=x}; }
            while IFS= read -r -t "$x" -u 9 i; do printf -v j x; done
            for k in no; do printf 'no=%s' x; done; l[x + 1]=; export m
            """,
            "IFS"));
  }

  @Test
  void what_a_tool_has_made_readonly_changes_nothing() throws IOException {
    Files.writeString(folder.resolve("file"), "text of a file\n");
    Files.createFile(folder.resolve("sent"));
    Ran usual = called("");

    assertEquals(usual, called(readonly()));
    assertEquals(0, usual.exitCode(), usual::err);
    assertFalse(usual.err().contains("command not found"), usual::err);
  }

  private static String readonly() {
    StringBuilder script = new StringBuilder();
    for (String name : POPULAR.strip().split("\\s+")) {
      script.append("readonly ").append(name).append("=strict\n");
    }
    return script.toString();
  }

  private static final String CALLS =
      """
      mcp_json_escape $'a "b"\\n\\001'
      mcp_json_obj k v $'\\001' w
      mcp_json_arr a 'b c'
      mcp_is_valid_json '{"a": [1, "\\u00e9", {"b": 1, "b": 2}]}'
      mcp_byte_length 'é€'
      mcp_json_truncate '[1, 2, 3, 4, 5, 6, 7, 8]' 10
      mcp_json_truncate '{"a": [1, 2, 3, 4, 5, 6, 7, 8]}' 16 --array-path .a
      mcp_json_get '{"a": {"b": "x"}}' .a.b
      mcp_json_get '{"a": {"b": "x"}}' '.a | length'
      mcp_args_raw
      mcp_args_get .host
      mcp_args_get '.deep.user // "x"'
      mcp_args_get '.big, .host'
      mcp_args_require .user
      mcp_args_bool .yes
      mcp_args_int .big --min 1 --max 5000
      mcp_args_require .none
      mcp_require_path .path
      mcp_meta_raw
      mcp_meta_get .token
      mcp_roots_list
      mcp_roots_count
      mcp_roots_contains /usr/bin
      mcp_path_normalize ../x/./y
      mcp_path_collapse /a/../b
      mcp_emit_text t
      mcp_emit_json '{ "a" : 1 }'
      mcp_fail -32001 m '[1]'
      mcp_result_success '{"a": [1]}'
      mcp_result_success '{"a": [1]}' 4
      mcp_result_error '{"message": null}'
      mcp_error not_found m --hint h --data '{"a": 1}'
      mcp_error not_found m --data "$long"
      mcp_result_text_with_resource 1 --path file --mime text/plain
      mcp_extract_cli_error '{"errors":[{"message":"m"}]}' e 3
      mcp_extract_cli_error '' '' 3
      mcp_progress 10 m 20
      mcp_log warn l '{"a": 1}'
      mcp_log_info l "$long"
      mcp_with_retry 2 .001 -- bash -c 'exit 5'
      mcp_run_with_progress --pattern '^([0-9]+)/([0-9]+)' --extract ratio --interval .01 -- bash -c 'echo 1/2 >&2; echo o'
      mcp_run_with_progress --pattern progress --interval .01 --dry-run --quiet -- bash -c 'echo "{\\"progress\\": 5}" >&2'
      mcp_elicit_titled_choice m a:A
      mcp_sample '{}'
      mcp_config_load --defaults '{"a": 1}' --env settings && mcp_config_get .b
      mcp_download_safe --url http://x --out y
      mcp_download_safe_or_fail --url http://x --out y
      mcp_resource_detect_mime file
      mcp_resource_content_object_from_file file text/plain
      mcp_input_elicit m '{}'
      mcp_input_elicit_url m https://x
      mcp_input_sample '{}'
      mcp_input_response k .content
      mcp_request_state .step
      mcp_client_can elicitation.url
      mcp_input_required --state 1 k '{"a": 1}'
      mcp_prompt_arg who
      mcp_prompt_arg odd-one
      mcp_prompt_text user t
      mcp_prompt_image user iVBORw0KGgo= image/png
      mcp_prompt_resource user '' '' @file
      mcp_prompt_resource user x:y text/plain --text t
      mcp_prompt_result --description d "$(mcp_prompt_text user t)" '{"a": 1}'
      mcp_list_changed tools prompts
      mcp_client_supports_ui
      mcp_result_with_ui ui://x t '{"a": 1}'
      mcp_result_with_ui_data ui://x t '{"a": 1}'
      mcp_tool_meta_with_ui ui://x model
      """;

  /** What all of these print in turn, and what they have sent to the server. */
  private Ran called(String before) {
    StringBuilder script = new StringBuilder("set +e; printf -v long '%020000d' 0\n" + before);
    for (String call : CALLS.lines().toList()) {
      script.append("(").append(call).append("; echo \" status $?\")\n");
    }
    script.append("cat sent; >|sent");
    return new ToolScript(folder)
        .called(
            "{\"host\":\"h\",\"user\":\"u\",\"yes\":true,\"big\":1E+3,\"deep\":{\"user\":\"d\"},\"path\":\"/usr/bin\"}")
        .with("MCP_ARG_HOST", "h")
        .with("MCP_ARG_USER", "u")
        .with("MCP_TOOL_META_JSON", "{\"token\":\"t\"}")
        .with("MCP_CLIENT_CAN", "elicitation elicitation.url")
        .with("MCP_INPUT_RESPONSES_JSON", "{\"k\":{\"content\":{\"a\":1}}}")
        .with("MCP_REQUEST_STATE_JSON", "{\"step\":2}")
        .with("MCP_PROMPT_ARGS_JSON", "{\"who\":\"w\",\"odd-one\":\"o\"}")
        .with("MCP_ARG_WHO", "w")
        .with("MCP_ROOTS_PATHS", "/usr")
        .with("MCP_ROOTS_COUNT", "1")
        .with("MCP_PROGRESS_STREAM", "sent")
        .with("MCP_LOG_STREAM", "sent")
        .with("MCP_PROGRESS_TOKEN", "7")
        .with("MCP_LIST_CHANGED_FILE", "sent")
        .with("MCPBASH_CLIENT_SUPPORTS_UI", "1")
        .with("settings", "{\"b\": 2}")
        .run(script.toString());
  }

  /** The variables some lines of bash set, without these. */
  private static Set<String> variables(String script, String... without) {
    Set<String> names = new TreeSet<>();
    for (String line : script.lines().filter(text -> !text.strip().startsWith("#")).toList()) {
      String code = TEXTS.matcher(line).replaceAll("\"\"");
      ASSIGNED.matcher(code).results().forEach(found -> names.add(found.group(1)));
      for (Matcher found = DECLARED.matcher(code); found.find(); ) {
        for (String word : found.group(1).strip().split(" +")) {
          NAME.matcher(word).results().limit(1).forEach(name -> names.add(name.group()));
        }
      }
      for (Matcher found = READ.matcher(code); found.find(); ) {
        for (int group = 1; group <= found.groupCount(); group++) {
          if (found.group(group) != null) {
            NAME.matcher(found.group(group)).results().forEach(name -> names.add(name.group()));
          }
        }
      }
    }
    names.removeAll(Set.of(without));
    return names;
  }
}
