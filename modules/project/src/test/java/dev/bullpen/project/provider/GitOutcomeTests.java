package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code providers/git.sh} makes of what git has found, or why it has failed. */
@Timeout(60)
class GitOutcomeTests extends FakeGit {
  @ParameterizedTest
  @CsvSource({
    "1023, 0",
    "1024, 0",
    "1025, 6",
    "99999999999999999, 6",
  })
  void a_file_is_as_large_as_allowed_at_most(String size, int exitCode) throws Exception {
    Ran ran =
        provider.with("MCPBASH_GIT_MAX_KB", "1").with("found", "blob " + size + " abc").read(URI);

    assertEquals(exitCode, ran.exitCode());
    assertEquals(exitCode == 0 ? "" : "The file is larger than 1 KiB\n", ran.err());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 52428800, 52428801",
    "x, 52428800, 52428801",
    "0, 52428800, 52428801",
    "1048576, 1073741824, 1073741825",
    "1048577, 1073741824, 1073741825",
    "99999999999, 1073741824, 1073741825",
    "0002, 2048, 2049",
  })
  void a_limit_that_is_none_is_the_usual_one(String limit, String fits, String tooLarge)
      throws Exception {
    provider.with("MCPBASH_GIT_MAX_KB", limit);

    assertEquals(0, provider.with("found", "blob " + fits + " abc").read(URI).exitCode());
    assertEquals(6, provider.with("found", "blob " + tooLarge + " abc").read(URI).exitCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FETCH_HEAD:docs/a.md missing",
        "tree 30 abc",
        "commit 30 abc",
        "symlink 11",
        "dangling 20",
        "loop 20",
        "notdir 20",
        "blob 5",
      })
  void what_is_no_file_is_not_found(String found) throws Exception {
    assertEquals(new Ran(3, "", "Resource not found\n"), provider.with("found", found).read(URI));
  }

  @ParameterizedTest
  @CsvSource({
    "fatal: couldn't find remote ref x, 3, Resource not found",
    "fatal: remote error: upload-pack: not our ref 1234, 3, Resource not found",
    "fatal: write error: File too large, 6, The repository is larger than 51200 KiB",
    "fatal: unable to access: 404, 5, unable to access: 404",
    "warning: nothing, 5, Resource fetch failed",
  })
  void a_failed_fetch_is_reported_with_its_reason(String said, int exitCode, String message)
      throws Exception {
    Ran ran =
        provider
            .fetching("echo 'remote: hello' >&2; echo \"" + said + "\" >&2; exit 128")
            .read(URI);

    assertEquals(new Ran(exitCode, "", message + "\n"), ran);
    assertEquals(List.of(), provider.left());
  }

  @Test
  void what_a_server_says_cannot_draw_on_a_terminal() throws Exception {
    Ran ran = provider.fetching("printf 'fatal: a\\033[2Jb\\n' >&2; exit 1").read(URI);

    assertEquals("a?[2Jb\n", ran.err());
  }
}
