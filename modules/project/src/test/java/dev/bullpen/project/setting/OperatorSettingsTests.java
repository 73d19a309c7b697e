package dev.bullpen.project.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorSettingsTests {
  private static List<String> problems(String variable, String value) {
    return OperatorSettings.problems(Map.of(variable, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MCPBASH_DEFAULT_TOOL_TIMEOUT | abc | it is not a whole number from 1 to 86400. 30 is used.",
        "MCPBASH_DEFAULT_TOOL_TIMEOUT | 0 | it is not a whole number from 1 to 86400. 30 is used.",
        "MCPBASH_DEFAULT_TOOL_TIMEOUT | 86401 | it is more than 86400, which is used.",
        "MCPBASH_MAX_TOOL_OUTPUT_SIZE | 0 | 10485760 is used.",
        "MCPBASH_MAX_TOOL_OUTPUT_SIZE | 10MB | 10485760 is used.",
        "MCPBASH_MAX_TOOL_OUTPUT_SIZE | 99999999999 | an eighth of the server's memory",
        "MCPBASH_TOOL_STDERR_TAIL_LIMIT | 1048577 | it is more than 1048576, which is used.",
        "MCPBASH_MAX_TEXT_BYTES | 100KB | it is not a whole number from 0 to 999999999. 102400 is used.",
        "MCPBASH_MAX_TOOL_STDERR_SIZE | -1 | What tools may print is used.",
        "MCPBASH_RESOURCES_POLL_INTERVAL_SECS | 1.5 | 2 is used.",
        "MCPBASH_ELICITATION_TIMEOUT | 30s | it is not a whole number from 1 to 999999999. 30 is used.",
        "MCPBASH_ALLOW_PROJECT_HOOKS | sure | it is neither true nor false. It stays false.",
        "MCPBASH_TOOL_STDERR_CAPTURE | maybe | It stays true.",
        "MCPBASH_LOG_LEVEL | loud | info is used.",
        "MCPBASH_LOG_LEVEL | warn | info is used.",
        "MCPBASH_GIT_MAX_KB | 0 | it is not a whole number from 1 to 1048576. 51200 is used.",
        "MCPBASH_JSON_TOOL | python | it is none of jq, gojq, none; jq or gojq is used",
        "MCPBASH_LOG_VERBOSE | loud | it stays false.",
        "MCPBASH_REGISTRY_DIR | /dev/null/x | where nothing can be written",
        "MCPBASH_HTTPS_TIMEOUT | 61 | it is more than 60, which is used.",
        "MCPBASH_HTTPS_TIMEOUT | 15s | it is not a whole number from 1 to 60. 15 is used.",
        "MCPBASH_HTTPS_MAX_BYTES | 20971521 | it is more than 20971520, which is used.",
        "MCPBASH_HTTPS_ALLOW_ALL | * | it is neither true nor false. It stays false.",
        "MCPBASH_HTTPS_USER_AGENT | ' me' | bullpen is used.",
        "BULLPEN_ARCHIVES | maybe | it is none of on, off; on is used.",
        "BULLPEN_ARCHIVES | OFF | it is none of on, off; on is used.",
        "BULLPEN_REHEARSAL | no | it is none of on, off; on is used.",
        "BULLPEN_JOB_TMPDIR | sharde | it is none of own, shared; each call has its own.",
      })
  void what_a_setting_cannot_be_is_reported_with_what_is_used(
      String variable, String value, String words) {
    List<String> problems = problems(variable, value);
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith(variable + "="), problems.get(0));
    assertTrue(problems.get(0).contains(value), problems.get(0));
    assertTrue(problems.get(0).contains(words), problems.get(0));
    assertTrue(problems.get(0).endsWith("Correct or unset it."), problems.get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "MCPBASH_DEFAULT_TOOL_TIMEOUT, 1",
    "MCPBASH_DEFAULT_TOOL_TIMEOUT, ' 86400 '",
    "MCPBASH_DEFAULT_TOOL_TIMEOUT, ''",
    "MCPBASH_MAX_TOOL_OUTPUT_SIZE, 0010",
    "MCPBASH_ENV_PAYLOAD_THRESHOLD, 0",
    "MCPBASH_ALLOW_PROJECT_HOOKS, Yes",
    "MCPBASH_STATIC_REGISTRY, 1",
    "MCPBASH_LOG_LEVEL, WARNING",
    "BULLPEN_ARCHIVES, off",
    "MCPBASH_TOOLS_DIR, /tmp",
    "MCPBASH_HTTPS_TIMEOUT, 007",
    "MCPBASH_HTTPS_USER_AGENT, me/1.0 (x)",
    "MCPBASH_HTTPS_ALLOW_HOSTS, ' ,, a.example files.example:8443\t[2606:4700::1]:1,8.8.8.8'",
  })
  void what_is_right_is_not(String variable, String value) {
    assertEquals(List.of(), problems(variable, value));
  }

  @ParameterizedTest
  @CsvSource({
    "MCPBASH_HTTPS_ALLOW_HOSTS, is ignored.",
    "MCPBASH_GIT_ALLOW_HOSTS, is ignored.",
    "MCPBASH_HTTPS_DENY_HOSTS, 'is no host, so every host is denied.'",
    "MCPBASH_GIT_DENY_HOSTS, 'is no host, so every host is denied.'",
  })
  void a_listed_entry_that_is_no_host_is_reported_with_what_follows(String variable, String words) {
    List<String> problems = problems(variable, "a.example\r\n*.example\r\n");
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith(variable + ": \"*.example\" " + words), problems.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no/such/folder", "no/such/folder", "/etc/passwd"})
  void a_folder_that_is_none_is_reported_with_where_it_leads(String value) {
    List<String> problems = problems("MCPBASH_TOOLS_DIR", value);
    assertTrue(problems.get(0).startsWith("MCPBASH_TOOLS_DIR=" + value), problems.toString());
    assertTrue(problems.get(0).contains(Path.of(value).toAbsolutePath().toString()));
  }

  @Test
  void a_folder_with_a_name_that_no_path_has_is_reported_too() {
    List<String> problems = problems("MCPBASH_TOOLS_DIR", "a\0b");
    assertEquals(1, problems.size());
    assertTrue(problems.get(0).startsWith("MCPBASH_TOOLS_DIR=a"), problems.toString());
    assertTrue(problems.get(0).contains("it is not a path."), problems.toString());
  }

  @ParameterizedTest
  @EnumSource
  void nothing_is_reported_of_what_is_not_set(NumberSetting setting) {
    assertEquals(Optional.empty(), setting.of(Map.of()));
    assertEquals(Optional.empty(), setting.problem(Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 30",
    "-1, 30",
    "x, 30",
    "'', 30",
    "1, 1",
    "00000000001, 1",
    "86400, 86400",
    "86401, 86400"
  })
  void a_number_is_kept_within_its_bounds(String value, int number) {
    assertEquals(
        number,
        NumberSetting.DEFAULT_TOOL_TIMEOUT.inForce(Map.of("MCPBASH_DEFAULT_TOOL_TIMEOUT", value)));
    String long9 = "9".repeat(30);
    assertEquals(
        86_400, NumberSetting.MAX_TIMEOUT_SECS.inForce(Map.of("MCPBASH_MAX_TIMEOUT_SECS", long9)));
  }

  @ParameterizedTest
  @CsvSource({
    "true, true",
    "1, true",
    "YES, true",
    "on, true",
    "0, false",
    "'', false",
    "x, false"
  })
  void a_switch_is_read_the_same_everywhere(String word, boolean isOn) {
    for (SwitchSetting setting : SwitchSetting.values()) {
      if (setting != SwitchSetting.TOOL_STDERR_CAPTURE) {
        assertEquals(isOn, setting.isOn(Map.of("MCPBASH_" + setting.name(), word)), word);
      }
    }
    assertFalse(
        SwitchSetting.TOOL_STDERR_CAPTURE.isOn(Map.of("MCPBASH_TOOL_STDERR_CAPTURE", "no")));
    assertTrue(SwitchSetting.TOOL_STDERR_CAPTURE.isOn(Map.of("MCPBASH_TOOL_STDERR_CAPTURE", "x")));
  }

  @Test
  void the_opening_of_a_project_reports_once(@TempDir Path temporary) throws Exception {
    ProjectFixture project = new ProjectFixture(temporary).tool("a");
    project.env.put("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", "abc");
    Project open = project.open();
    open.refresh();
    open.refresh();
    assertEquals(1, project.warnings.size(), project.warnings.toString());
  }
}
