package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors about a URL and a token, before a request is sent. */
class TrialSessionTests {
  @TempDir Path folder;

  @Test
  void a_url_is_taken_with_either_scheme() throws UsageException {
    for (String url : new String[] {"http://127.0.0.1:8080/mcp", "HTTPS://[::1]/mcp?a=b"}) {
      assertEquals(url, TrialSession.uri(url).toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost:8080", "ftp://a/mcp", "http:///mcp", "http://a b", "/mcp"})
  void what_is_no_url_of_a_server_is_refused(String url) {
    assertEquals(
        "--url is \"%s\", but must be the URL of a server. For example --url http://127.0.0.1:8080/mcp."
            .formatted(url),
        assertThrows(UsageException.class, () -> TrialSession.uri(url)).getMessage());
  }

  @Test
  void a_password_in_a_url_is_refused_and_not_repeated() {
    assertEquals(
        "--url has a user or a password in it. Put a token into a file, and name that by"
            + " --token-from.",
        assertThrows(UsageException.class, () -> TrialSession.uri("https://me:pw@a/mcp"))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "  a-b._~+/c==\nmore", "abc\r\n"})
  void the_first_line_of_a_file_is_the_token(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), text);
    assertEquals(text.lines().findFirst().orElse("").strip(), TrialSession.token(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\nabc", "Bearer abc", "a\u00e9b", "a\"b"})
  void what_is_no_token_is_refused_and_not_repeated(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), text);
    String sentence =
        assertThrows(UsageException.class, () -> TrialSession.token(file)).getMessage();
    assertTrue(
        sentence.startsWith("--token-from: the first line of %s is no token.".formatted(file)),
        sentence);
    assertTrue(text.isBlank() || !sentence.contains(text.strip()), sentence);
  }

  @Test
  void a_file_that_cannot_be_read_is_named_with_the_reason() {
    Path none = folder.resolve("none");
    assertEquals(
        "--token-from: %s cannot be read: there is no such file. Name the file whose first line is the token."
            .formatted(none),
        assertThrows(UsageException.class, () -> TrialSession.token(none)).getMessage());
  }
}
