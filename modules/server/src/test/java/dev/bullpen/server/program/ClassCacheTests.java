package dev.bullpen.server.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.server.program.ClassCache.ClassFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTests {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static final byte[] NO_BYTES = {};

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void name() {
    folder = temporary.resolve("cache/bullpen/classes");
  }

  private static ClassFolder filled(ClassCache cache, String key) throws IOException {
    ClassFolder made = cache.begin("x.java", NO_BYTES);
    made.finish("Any");
    return cache.keep(made, key);
  }

  @Test
  void the_environment_says_where_it_is() {
    assertEquals(
        Optional.of(Path.of("/b/classes")),
        ClassCache.folder(Map.of("BULLPEN_CACHE", "/b", "XDG_CACHE_HOME", "/x", "HOME", "/h")));
    assertEquals(
        Optional.of(Path.of("/x/bullpen/classes")),
        ClassCache.folder(Map.of("BULLPEN_CACHE", "", "XDG_CACHE_HOME", "/x", "HOME", "/h")));
    assertEquals(
        Optional.of(Path.of("/h/.cache/bullpen/classes")),
        ClassCache.folder(Map.of("BULLPEN_CACHE", "relative", "HOME", "/h")));
    assertEquals(Optional.empty(), ClassCache.folder(Map.of()));
  }

  @Test
  void what_is_kept_is_found_whole_or_not_at_all() throws Exception {
    ClassCache cache = new ClassCache(Optional.of(folder));
    ClassFolder made = cache.begin("x.java", NO_BYTES);

    assertEquals(Optional.empty(), cache.find("k"));
    made.finish("Any");
    ClassFolder kept = cache.keep(made, "k");

    assertEquals(Optional.of(kept), cache.find("k"));
    assertEquals(Optional.of("Any"), kept.provider());
    assertEquals(List.of("k"), ProgramBench.names(folder));
  }

  @Test
  void the_folder_of_a_faster_server_is_used_and_half_a_one_replaced() throws Exception {
    ClassCache cache = new ClassCache(Optional.of(folder));
    ClassFolder first = filled(cache, "k");
    Files.writeString(first.classes().resolve("First.class"), "");
    first.finish("Any");

    ClassFolder second = filled(new ClassCache(Optional.of(folder)), "k");
    assertTrue(Files.exists(second.classes().resolve("First.class")));

    Files.delete(first.path().resolve("provider"));
    ClassFolder third = filled(cache, "k");
    assertFalse(Files.exists(third.classes().resolve("First.class")));
    assertEquals(List.of("k"), ProgramBench.names(folder));
  }

  @Test
  void a_folder_that_others_may_write_is_not_believed_and_a_private_one_takes_its_place()
      throws Exception {
    filled(new ClassCache(Optional.of(folder)), "k");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
    ClassCache cache = new ClassCache(Optional.of(folder));

    assertEquals(Optional.empty(), cache.find("k"));
    ClassFolder own = filled(cache, "k");
    assertFalse(own.path().startsWith(folder));
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(own.path().getParent())));
    assertEquals(Optional.of(own), cache.find("k"));

    cache.close();
    assertFalse(Files.exists(own.path().getParent()));
  }

  @Test
  void a_private_folder_that_has_been_cleared_away_is_made_again() throws Exception {
    ClassCache cache = new ClassCache(Optional.empty());
    Path cleared = filled(cache, "k").path().getParent();
    new PrivateFolder(cleared).remove();

    ClassFolder second = filled(cache, "k");
    assertEquals(Optional.of(second), cache.find("k"));
    cache.close();
    assertFalse(Files.exists(second.path().getParent()));
  }

  @Test
  void what_others_have_put_in_the_place_of_a_private_folder_is_not_believed() throws Exception {
    ClassCache cache = new ClassCache(Optional.empty());
    Path place = filled(cache, "k").path().getParent();
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertEquals(Optional.empty(), cache.find("k"));
    ClassFolder other = filled(cache, "k");
    assertFalse(other.path().startsWith(place));
    cache.close();
    new PrivateFolder(place).remove();
  }

  @Test
  void what_cannot_be_written_leaves_nothing_in_either_place() throws Exception {
    ClassCache cache = new ClassCache(Optional.of(folder));
    filled(cache, "k");

    assertThrows(IOException.class, () -> cache.begin("no/such/folder.java", NO_BYTES));
    ClassFolder next = cache.begin("x.java", NO_BYTES);

    assertEquals(List.of("k"), ProgramBench.names(folder));
    assertFalse(next.path().startsWith(folder), "which could not be written");
    assertEquals(1, ProgramBench.names(next.path().getParent()).size());
    cache.close();
  }

  @Test
  void what_cannot_be_kept_is_removed_and_may_be_made_in_the_private_place_once() throws Exception {
    ClassCache cache = new ClassCache(Optional.of(folder));

    assertTrue(cache.giveUp(cache.begin("x.java", NO_BYTES), new IOException("full")));
    ClassFolder second = cache.begin("x.java", NO_BYTES);
    assertFalse(second.path().startsWith(folder));
    assertFalse(cache.giveUp(second, new IOException("full, too")));

    assertEquals(List.of(), ProgramBench.names(folder));
    assertEquals(List.of(), ProgramBench.names(second.path().getParent()));
    cache.close();
  }

  @Test
  void a_link_in_the_folders_place_is_not_followed() throws Exception {
    Path elsewhere = temporary.resolve("elsewhere");
    filled(new ClassCache(Optional.of(elsewhere)), "k");
    Files.createDirectories(folder.getParent());
    Files.createSymbolicLink(folder, elsewhere);

    assertEquals(Optional.empty(), new ClassCache(Optional.of(folder)).find("k"));
  }

  @Test
  void where_no_folder_can_be_made_a_private_one_takes_its_place() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "");
    ClassCache cache = new ClassCache(Optional.of(file.resolve("classes")));

    ClassFolder own = filled(cache, "k");

    assertFalse(own.path().startsWith(temporary.resolve("cache")));
    assertEquals(Optional.of(own), cache.find("k"));
    cache.close();
    assertFalse(Files.exists(own.path()));
  }

  @Test
  void two_hundred_stay_and_of_more_those_used_last_or_of_late() throws Exception {
    Files.createDirectories(folder);
    for (int i = 0; i < ClassCache.MOST; i++) {
      aged("k" + i, Duration.ofDays(3));
    }
    ClassCache.prune(folder, NOW);
    assertEquals(ClassCache.MOST, ProgramBench.names(folder).size());

    aged("older", Duration.ofDays(4));
    aged("newer", Duration.ofDays(1));
    ClassCache.prune(folder, NOW);
    List<String> left = ProgramBench.names(folder);
    assertEquals(ClassCache.MOST, left.size());
    assertTrue(left.contains("newer"));
    assertFalse(left.contains("older"));
  }

  @Test
  void classes_unused_for_a_month_and_folders_unfinished_for_an_hour_are_removed()
      throws Exception {
    Files.createDirectories(folder);
    aged("just", ClassCache.UNUSED);
    aged("over", ClassCache.UNUSED.plusSeconds(1));
    aged(".making-old", Duration.ofHours(2));
    aged(".making-new", Duration.ofMinutes(2));

    ClassCache.prune(folder, NOW);

    assertEquals(List.of(".making-new", "just"), ProgramBench.names(folder));
  }

  private void aged(String name, Duration age) throws IOException {
    ClassFolder made = ClassFolder.make(folder.resolve(name));
    made.finish("Any");
    Files.setLastModifiedTime(made.path().resolve("provider"), FileTime.from(NOW.minus(age)));
  }

  @Test
  void being_used_is_noted_once_a_day() throws Exception {
    Files.createDirectories(folder);
    aged("k", Duration.ofHours(25));
    ClassFolder kept = new ClassFolder(folder.resolve("k"));

    assertTrue(kept.use(NOW));
    assertEquals(NOW, kept.used());
    assertTrue(kept.use(NOW.plus(Duration.ofHours(23))));
    assertEquals(NOW, kept.used());
    kept.remove();
    assertFalse(kept.use(NOW));
  }

  @Test
  void a_folder_that_fails_while_it_is_listed_is_like_one_that_is_gone() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self/net")), "no /proc");
    int dead =
        Spawn.spawn(
            new SpawnRequest(
                List.of("/bin/sh", "-c", ":"),
                EnvironmentBlock.of(Map.of()),
                Optional.empty(),
                Map.of(),
                SpawnRequest.Placement.GROUP));
    try {
      Child.awaitEnd(dead);
      // Until it is waited for, this can be opened and not be listed.
      Path failing = Path.of("/proc", Integer.toString(dead), "net");
      assertThrows(IOException.class, () -> ClassCache.prune(failing, NOW));
    } finally {
      Child.await(dead);
    }
  }
}
