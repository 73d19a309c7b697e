package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionSource.Names.Kind;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Roots.FallbackRoots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values out of files and folders: what is read, when it is read again, and what is refused. */
@Tag("slow")
class SourceIndexesTests extends ProjectTest {
  private static final CompletionSource LINES = new CompletionSource.Lines("data/x.txt");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final List<String> said = new ArrayList<>();
  private SourceIndexes indexes;
  private long now = 5 * SECOND;

  @BeforeEach
  void a_project() throws IOException {
    Folder root = new Folder(project.root, project.root);
    FallbackRoots roots = new FallbackRoots(project.root, Map.of("MCPBASH_ROOTS", "r"), said::add);
    indexes = new SourceIndexes(root, roots, said::add);
  }

  private List<String> read(CompletionSource source) throws RefusedException {
    return indexes.read(source, now).values();
  }

  private String refused(CompletionSource source) {
    RefusedException e = assertThrows(RefusedException.class, () -> indexes.read(source, now));
    assertFalse(e.getMessage().contains(project.root.toString()), e.getMessage());
    assertTrue(e.detail().startsWith(project.root.toString()), e.detail());
    return e.detail();
  }

  /** Long enough ago that a change of now has another time. */
  private void age(String path) throws IOException {
    Files.setLastModifiedTime(
        project.root.resolve(path), FileTime.from(Instant.now().minusSeconds(60)));
  }

  private static CompletionSource names(Kind kind, int depth) {
    return new CompletionSource.Names(Optional.of("docs"), kind, depth);
  }

  @Test
  void each_line_with_something_in_it_is_a_value() throws Exception {
    project.file("data/x.txt", "\ufeffone\r\n\n two \n#three\none\nfünf");
    assertEquals(List.of("one", " two ", "#three", "fünf"), read(LINES));
    project.file("data/x.txt", "");
    assertEquals(List.of(), read(LINES));
    project.file("data/x.txt", "\n\n");
    assertEquals(List.of(), read(LINES));
  }

  @Test
  void lines_that_are_no_text_or_too_long_are_left_out_and_reported_once() throws Exception {
    String longest = "x".repeat(SourceFiles.MAX_LINE);
    project.file("data/x.txt", "a\n" + longest + "\n" + longest + "x\nb\n");
    Files.write(
        project.root.resolve("data/x.txt"),
        new byte[] {(byte) 0xff, '\n', 'c'},
        StandardOpenOption.APPEND);
    assertEquals(List.of("a", longest, "b", "c"), read(LINES));
    assertEquals(1, said.size());
    assertTrue(said.get(0).contains("2 lines are ignored"), said.get(0));
  }

  @Test
  void a_file_is_read_again_when_it_has_changed_and_only_then() throws Exception {
    project.file("data/x.txt", "a");
    age("data/x.txt");
    MatchIndex first = indexes.read(LINES, now);
    assertSame(first, indexes.read(LINES, now));
    project.file("data/x.txt", "b");
    assertEquals(List.of("b"), read(LINES), "of the same length");
    Files.delete(project.root.resolve("data/x.txt"));
    assertTrue(refused(LINES).contains("there is no such file"));
    project.file("data/x.txt", "c");
    assertEquals(List.of("c"), read(LINES));
  }

  @Test
  void only_values_that_need_no_look_at_the_disk_are_quick() throws Exception {
    now = System.nanoTime();
    project.file("data/x.txt", "a").file("docs/a.md", "");
    age("data/x.txt");
    assertFalse(isQuick(LINES));
    read(LINES);
    assertFalse(isQuick(LINES), "the file could have changed");
    CompletionSource names = names(Kind.FILES, 1);
    assertFalse(isQuick(names));
    now = System.nanoTime() + 30 * SECOND;
    read(names);
    assertTrue(isQuick(names), "for a second");
    assertTrue(isQuick(CompletionSource.Values.of(List.of("a"))));
  }

  private boolean isQuick(CompletionSource source) {
    return indexes
        .values(new Resolution.Declared("p", "declared:a", source, MatchMode.PREFIX))
        .isQuick();
  }

  @Test
  void a_file_changed_just_now_is_not_known_by_its_time_yet() throws Exception {
    project.file("data/x.txt", "a");
    Files.setLastModifiedTime(
        project.root.resolve("data/x.txt"), FileTime.from(Instant.now().plusSeconds(60)));
    assertNotSame(indexes.read(LINES, now), indexes.read(LINES, now));
    age("data/x.txt");
    assertSame(indexes.read(LINES, now), indexes.read(LINES, now));
  }

  @Test
  void a_file_must_be_a_file_of_the_project() throws Exception {
    assertTrue(refused(LINES).contains("Create it"));
    Files.createDirectories(project.root.resolve("data/x.txt"));
    assertTrue(refused(LINES).contains("regular file"));
    Files.delete(project.root.resolve("data/x.txt"));
    Path outside = Files.writeString(temporary.resolve("secret"), "secret");
    project.link("data/x.txt", outside);
    assertTrue(refused(LINES).contains("out of the project"));
    Files.delete(project.root.resolve("data/x.txt"));
    Files.delete(project.root.resolve("data"));
    project.link("data", temporary.toRealPath());
    Files.writeString(temporary.resolve("x.txt"), "secret");
    assertTrue(refused(LINES).contains("out of the project"));
  }

  @Test
  void a_link_within_the_project_is_followed_and_its_change_seen() throws Exception {
    project.file("data/real", "a").file("data/other", "b");
    age("data/real");
    age("data/other");
    Path link = project.root.resolve("data/x.txt");
    Files.createSymbolicLink(link, Path.of("real"));
    assertEquals(List.of("a"), read(LINES));
    assertSame(indexes.read(LINES, now), indexes.read(LINES, now));
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("other"));
    assertEquals(List.of("b"), read(LINES));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_file_may_have_so_many_bytes(int more, boolean read) throws Exception {
    byte[] line = "x".repeat(1023).concat("\n").getBytes(StandardCharsets.UTF_8);
    Path file = project.file("data/x.txt", "").root.resolve("data/x.txt");
    try (var out = Files.newOutputStream(file)) {
      for (int written = 0; written < SourceFiles.MAX_BYTES + more; written += line.length) {
        out.write(line, 0, Math.min(line.length, SourceFiles.MAX_BYTES + more - written));
      }
    }
    if (read) {
      assertTrue(indexes.read(LINES, now).size() >= 1);
    } else {
      assertTrue(refused(LINES).contains("more than " + SourceFiles.MAX_BYTES));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_file_may_have_so_many_values(int more, boolean read) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < SourceFiles.MAX_VALUES + more; i++) {
      lines.append(Integer.toString(i, 36)).append('\n');
    }
    project.file("data/x.txt", lines.toString());
    if (read) {
      assertEquals(SourceFiles.MAX_VALUES + more, indexes.read(LINES, now).size());
    } else {
      assertTrue(refused(LINES).contains("values"));
    }
  }

  @Test
  void names_are_relative_and_sorted_and_hidden_ones_and_links_are_not_among_them()
      throws Exception {
    project
        .file("docs/b.md", "")
        .file("docs/a/deep/c.md", "")
        .file("docs/a/d.md", "")
        .file("docs/.hidden", "")
        .file("docs/.git/config", "")
        .file("secret/key", "");
    project.link("docs/link.md", Path.of("b.md"));
    project.link("docs/out", Path.of("../secret"));
    assertEquals(List.of("a/d.md", "a/deep/c.md", "b.md"), read(names(Kind.FILES, 32)));
    assertEquals(List.of("a/d.md", "b.md"), read(names(Kind.FILES, 2)));
    assertEquals(List.of("b.md"), read(names(Kind.FILES, 1)));
    assertEquals(List.of("a", "a/deep"), read(names(Kind.DIRECTORIES, 32)));
    assertEquals(List.of("a"), read(names(Kind.DIRECTORIES, 1)));
    assertEquals(List.of("a", "a/d.md", "a/deep", "b.md"), read(names(Kind.BOTH, 2)));
  }

  @Test
  void without_a_base_the_roots_are_searched() throws Exception {
    project.file("r/x/y.txt", "").file("other/z.txt", "");
    assertEquals(
        List.of("x/y.txt"), read(new CompletionSource.Names(Optional.empty(), Kind.FILES, 32)));
  }

  @Test
  void a_base_must_be_a_folder_of_the_project() throws Exception {
    CompletionSource docs = names(Kind.FILES, 32);
    assertTrue(refused(docs).contains("there is no such file"));
    project.file("docs", "");
    assertTrue(refused(docs).contains("not a folder of the project"));
    Files.delete(project.root.resolve("docs"));
    project.link("docs", temporary.toRealPath());
    assertTrue(refused(docs).contains("not a folder of the project"));
  }

  @Test
  void names_are_checked_again_after_a_second_and_listed_again_if_they_changed() throws Exception {
    CompletionSource docs = names(Kind.FILES, 32);
    project.file("docs/a/b.md", "");
    age("docs");
    age("docs/a");
    MatchIndex first = indexes.read(docs, now);
    now += SECOND - 1;
    assertSame(first, indexes.current(docs, now).orElseThrow());
    now += 1;
    assertTrue(indexes.current(docs, now).isEmpty());
    assertSame(first, indexes.read(docs, now), "nothing has changed");
    assertTrue(indexes.current(docs, now + SECOND - 1).isPresent());
    project.file("docs/a/c.md", "");
    now += SECOND;
    assertEquals(List.of("a/b.md", "a/c.md"), read(docs));
    Files.delete(project.root.resolve("docs/a/b.md"));
    now += SECOND;
    assertEquals(List.of("a/c.md"), read(docs));
  }

  @Test
  void so_many_files_and_folders_are_read_and_that_there_are_more_is_reported() throws Exception {
    Path docs = Files.createDirectory(project.root.resolve("docs"));
    // A link is made faster than a file, and so is a file than a folder.
    Path one = Files.createFile(docs.resolve("one"));
    Path folder = Files.createDirectory(docs.resolve("folder"));
    for (int i = 2; i < FolderListing.MAX_FILES; i++) {
      Files.createLink(docs.resolve(Integer.toString(i)), one);
    }
    assertEquals(List.of("folder"), read(names(Kind.DIRECTORIES, 1)));
    assertEquals(List.of(), said);
    Files.createFile(folder.resolveSibling("more"));
    now += SECOND;
    read(names(Kind.DIRECTORIES, 1));
    assertReported(said, "it has more than 50000 names");
  }

  @Test
  void a_folder_that_could_not_be_opened_is_read_again() throws Exception {
    Path closed = project.file("docs/sub/a.md", "").root.resolve("docs/sub");
    age("docs");
    age("docs/sub");
    ProjectFixture.permit(closed, "---------");
    boolean isOpen = Files.isReadable(closed);
    List<String> before = read(names(Kind.FILES, 32));
    ProjectFixture.permit(closed, "rwxr-xr-x");
    assumeFalse(isOpen, "root may open every folder");
    assertEquals(List.of(), before);
    now += SECOND;
    assertEquals(List.of("sub/a.md"), read(names(Kind.FILES, 32)));
  }

  @Test
  void names_are_listed_again_though_their_folder_has_the_time_it_had() throws Exception {
    Path docs = project.root.resolve("docs");
    project.file("docs/b.md", "");
    age("docs");
    FileTime time = Files.getLastModifiedTime(docs);
    assertEquals(List.of("b.md"), read(names(Kind.FILES, 1)));
    project.file("docs/c.md", "");
    Files.setLastModifiedTime(docs, time);
    now += SECOND;
    assertEquals(List.of("b.md", "c.md"), read(names(Kind.FILES, 1)));
  }

  @Test
  void sources_together_are_one_after_another_and_each_value_once() throws Exception {
    project.file("data/x.txt", "b\nc\n");
    assertEquals(
        List.of("a", "b", "c", "Ä"),
        read(
            new CompletionSource.AnyOf(
                List.of(
                    CompletionSource.Values.of(List.of("a", "b")),
                    LINES,
                    CompletionSource.Values.of(List.of("Ä", "a"))))));
  }

  @Test
  void what_has_not_been_asked_for_longest_makes_room() throws Exception {
    project.file("data/x.txt", "a");
    age("data/x.txt");
    MatchIndex first = indexes.read(LINES, now);
    for (int i = 0; i < SourceIndexes.MAX_SOURCES - 1; i++) {
      project.file("data/%d.txt".formatted(i), "a");
      indexes.read(new CompletionSource.Lines("data/%d.txt".formatted(i)), now);
    }
    assertSame(first, indexes.read(LINES, now));
    for (int i = 0; i < SourceIndexes.MAX_SOURCES; i++) {
      indexes.read(new CompletionSource.Lines("data/../data/%d.txt".formatted(i % 255)), now);
      indexes.read(new CompletionSource.Lines("data/./%d.txt".formatted(i % 255)), now);
    }
    assertNotSame(first, indexes.read(LINES, now));
  }
}
