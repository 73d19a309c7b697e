package dev.bullpen.project.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code providers/git.sh} leaves nothing behind, however it ends. */
@Timeout(60)
@Tag("slow")
class GitEndTests extends FakeGit {
  @Tag("slow")
  @Test
  void when_the_time_is_up_nothing_of_the_fetch_is_left() throws Exception {
    // Not less: both must have begun by then.
    provider.with("MCPBASH_GIT_TIMEOUT", "5").fetching(hanging());
    Ran ran = provider.read(URI);

    assertEquals(new Ran(5, "", "No answer from git.example in 5 seconds\n"), ran);
    assertHangingAreGone();
  }

  @Test
  void a_script_that_is_ended_takes_the_fetch_with_it() throws Exception {
    provider.fetching(hanging());
    Process script = provider.start(URI, folder.resolve("out"), folder.resolve("err"));
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> provider.lines("pids").size() == 2);
    script.destroy();

    assertTrue(script.waitFor(30, TimeUnit.SECONDS));
    assertEquals(143, script.exitValue());
    assertHangingAreGone();
  }

  @Test
  void folders_that_a_killed_script_has_left_are_cleared_away() throws Exception {
    Path old = Files.createDirectories(provider.temporary().resolve("bullpen-git.old/repository"));
    Path young = Files.createDirectory(provider.temporary().resolve("bullpen-git.young"));
    Path other = Files.createDirectory(provider.temporary().resolve("other.old"));
    FileTime longAgo = FileTime.from(Instant.now().minusSeconds(720));
    Files.setLastModifiedTime(old.getParent(), longAgo);
    Files.setLastModifiedTime(other, longAgo);
    provider.read(URI);

    assertEquals(List.of(young, other), provider.left().stream().sorted().toList());
  }

  /** Two processes that stay until they are killed, and note who they are. */
  private String hanging() {
    String pids = folder.resolve("pids").toString();
    return "echo $$ >>'%1$s'; sleep 1000 & echo $! >>'%1$s'; wait".formatted(pids);
  }

  private void assertHangingAreGone() throws Exception {
    List<String> pids = provider.lines("pids");
    assertEquals(2, pids.size());
    for (String pid : pids) {
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> ProcessHandle.of(Long.parseLong(pid)).isEmpty());
    }
    assertEquals(List.of(), provider.left());
  }
}
