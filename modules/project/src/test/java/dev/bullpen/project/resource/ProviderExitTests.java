package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.resource.ResourceRead.ResourceTarget;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderExitTests extends ProjectTest {
  private static final ResourceRead.Script SCRIPT = reading("/p/own.sh");

  private static final ResourceRead.Script HTTPS =
      new ResourceRead.Script(
          new ResourceTarget(
              "https://files.example/a?key=k", Optional.empty(), Optional.empty(), "https"),
          List.of("/b/https.sh", "https://files.example/a?key=k"),
          Map.of(),
          ScriptLimits.NONE,
          Optional.of(new ResourceRead.Host("files.example:443", Duration.ofSeconds(15))));

  private static ResourceRead.Script reading(String program) {
    return new ResourceRead.Script(
        new ResourceTarget("own://a", Optional.empty(), Optional.empty(), "own"),
        List.of(program, "own://a"),
        Map.of(),
        ScriptLimits.NONE,
        Optional.empty());
  }

  private byte[] ended(int code, String stdout, String stderr)
      throws IOException, ResourceException {
    return ended(SCRIPT, code, stdout, stderr);
  }

  private byte[] ended(ResourceRead.Script script, int code, String stdout, String stderr)
      throws IOException, ResourceException {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    return new ResourceReading(project).reads().ended(script, code, bytes(stdout), bytes(stderr));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String said(String stderr) {
    return assertThrows(ResourceException.class, () -> ended(5, "", stderr)).getMessage();
  }

  @Test
  void what_a_script_prints_is_the_content_whatever_it_says_beside() throws Exception {
    assertArrayEquals(bytes("a\n\n"), ended(0, "a\n\n", "a warning"));
    assertArrayEquals(new byte[0], ended(0, "", ""));
  }

  @Test
  void of_a_stack_trace_in_java_the_frames_are_left_out() {
    assertEquals(
        "java.io.IOException: no disk\nCaused by: java.lang.Error: why",
        said(
            "java.io.IOException: no disk\n\tat a.Member.read(Member.java:7)\n"
                + "Caused by: java.lang.Error: why\n\tat a.Member.read(Member.java:6)\n"));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void what_it_prints_is_bounded(int beyond, boolean accepted) throws Exception {
    String output = "a".repeat(100 + beyond);
    if (accepted) {
      assertEquals(output.length(), ended(0, output, "").length);
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED,
          "Resource content exceeds 100 bytes",
          assertThrows(ResourceException.class, () -> ended(0, output, "")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, FAILED, Resource outside allowed roots, Resource outside allowed roots",
    "3, NOT_FOUND, Resource not found, Resource not found",
    "4, INVALID, Invalid resource specification, said",
    "5, FAILED, Resource fetch failed, said",
    "6, FAILED, Resource exceeded size limit, said",
    "1, FAILED, Resource provider failed, said",
    "7, FAILED, Resource provider failed, said",
    "126, FAILED, Resource provider failed, said",
    "127, FAILED, Resource provider failed, said",
    "137, FAILED, Resource provider failed, said",
    "255, FAILED, Resource provider failed, said"
  })
  void every_code_has_its_meaning(int code, Kind kind, String silent, String speaking) {
    ResourceReading.assertFailure(
        kind, silent, assertThrows(ResourceException.class, () -> ended(code, "out", " \n\t\n")));
    ResourceException e = assertThrows(ResourceException.class, () -> ended(code, "out", "said\n"));
    ResourceReading.assertFailure(kind, speaking, e);
    assertTrue(
        e.detail().contains("own://a")
            && e.detail().contains("/p/own.sh")
            && e.detail().contains("code " + code)
            && e.detail().contains("said"),
        e::detail);
  }

  @ParameterizedTest
  @CsvSource({
    "3, NOT_FOUND, Resource not found, Resource not found",
    "4, INVALID, Invalid resource specification, why",
    "5, FAILED, Resource fetch failed, why"
  })
  void the_message_of_a_reader_in_java_is_never_what_it_has_printed(
      int code, Kind kind, String silent, String speaking) {
    ResourceRead.Script reader = reading("/p/own.java");
    for (String message : List.of("", "why\n")) {
      ResourceReading.assertFailure(
          kind,
          message.isEmpty() ? silent : speaking,
          assertThrows(
              ResourceException.class, () -> ended(reader, code, message, "printed\n" + message)));
    }
  }

  @Test
  void a_main_in_java_that_fails_has_its_message_in_its_error_output_like_a_script() {
    ResourceRead.Script main = reading("/p/own.jar");
    ResourceReading.assertFailure(
        Kind.FAILED,
        "java.io.IOException: why",
        assertThrows(
            ResourceException.class,
            () ->
                ended(
                    main, 1, "half of the content", "java.io.IOException: why\n\tat a.B.c(D:1)")));
  }

  @Test
  void of_a_read_over_https_the_client_gets_the_first_line_and_the_operator_all() {
    ResourceException e =
        assertThrows(
            ResourceException.class,
            () ->
                ended(
                    HTTPS, 4, "", "The host may not be read\nIts address 10.0.0.1 is not public"));
    ResourceReading.assertFailure(Kind.INVALID, "The host may not be read", e);
    assertTrue(e.detail().contains("10.0.0.1"), e::detail);
  }

  @Test
  void where_a_redirect_leads_is_logged_only_and_without_its_keys() {
    ResourceException e =
        assertThrows(
            ResourceException.class,
            () -> ended(HTTPS, 7, "", "redirect:https://other.example/b?token=t#s\n"));
    ResourceReading.assertFailure(
        Kind.FAILED, "The server answers with a redirect, which is not followed", e);
    assertTrue(e.detail().contains("redirect:https://other.example/b?..."), e::detail);
    assertTrue(!e.detail().contains("token") && !e.detail().contains("key"), e::detail);
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "0, 3", "1, 3"})
  void a_message_has_few_lines(int beyond, int lines) {
    String stderr = "line\r\n\n".repeat(ProviderExit.MAX_LINES + beyond);
    assertEquals("line" + "\nline".repeat(lines - 1), said(stderr));
  }

  @ParameterizedTest
  @CsvSource({"-1, -1", "0, 0", "1, 0"})
  void a_message_is_short(int beyond, int kept) {
    assertEquals(
        ProviderExit.MAX_LENGTH + kept,
        said("a".repeat(ProviderExit.MAX_LENGTH + beyond)).length());
  }

  @Test
  void a_message_ends_with_a_whole_character() {
    String stderr = "a".repeat(ProviderExit.MAX_LENGTH - 1) + "\ud83d\ude00b";
    assertEquals(stderr.substring(0, stderr.length() - 1), said(stderr));
  }

  @Test
  void a_message_holds_nothing_that_is_not_meant_for_reading() {
    assertEquals("red a b c", said("\u001b[1;31mred\u001b[0m\u0000a\u0007b\u202ec\n"));
  }
}
