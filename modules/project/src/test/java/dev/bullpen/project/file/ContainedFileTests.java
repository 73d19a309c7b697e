package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainedFileTests {
  /** Reads while folders are swapped; enough that plain reading is led astray, see below. */
  private static final int ROUNDS = 3_000;

  @TempDir Path temporary;
  private Path root;
  private Path file;
  private Path outside;

  @BeforeEach
  void a_file_in_a_folder_and_one_of_the_same_name_outside() throws IOException {
    Path real = temporary.toRealPath();
    root = Files.createDirectories(real.resolve("root"));
    file = Files.writeString(Files.createDirectories(root.resolve("a/b")).resolve("f"), "inside");
    outside = Files.createDirectories(real.resolve("outside/b"));
    Files.writeString(outside.resolve("f"), "secret");
  }

  private static String text(Optional<byte[]> bytes) {
    return new String(bytes.orElseThrow(), StandardCharsets.UTF_8);
  }

  @Test
  void a_file_is_read_from_any_folder_above_it_and_as_its_own_root() throws IOException {
    for (Path from : new Path[] {root, root.resolve("a/b"), root.getRoot(), file}) {
      assertEquals("inside", text(ContainedFile.read(from, file, 6)));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, false", "6, true", "7, true", "0, false"})
  void a_file_is_read_whole_or_not_at_all(int maxBytes, boolean read) throws IOException {
    assertEquals(read, ContainedFile.read(root, file, maxBytes).isPresent());
  }

  @Test
  void the_root_of_the_file_system_is_no_file() {
    assertThrows(IOException.class, () -> ContainedFile.read(root.getRoot(), root.getRoot(), 100));
  }

  @Test
  void an_empty_file_is_no_bytes() throws IOException {
    Files.write(file, new byte[0]);
    assertArrayEquals(new byte[0], ContainedFile.read(root, file, 0).orElseThrow());
  }

  @Test
  void a_file_that_has_become_a_link_is_not_read() throws IOException {
    Files.delete(file);
    Files.createSymbolicLink(file, outside.resolve("f"));
    assertThrows(IOException.class, () -> ContainedFile.read(root, file, 100));
    assertThrows(IOException.class, () -> ContainedFile.openAndCompare(file).close());
  }

  @Test
  void a_folder_that_has_become_a_link_is_not_followed() throws IOException {
    Files.move(root.resolve("a"), root.resolve("moved"));
    Files.createSymbolicLink(root.resolve("a"), outside.getParent());
    assertThrows(IOException.class, () -> ContainedFile.read(root, file, 100));
    assertThrows(IOException.class, () -> ContainedFile.openAndCompare(file).close());
  }

  @Test
  void opening_and_comparing_reads_what_stays_where_it_is() throws IOException {
    try (SeekableByteChannel channel = ContainedFile.openAndCompare(file)) {
      assertEquals(6, channel.size());
    }
  }

  @Test
  void only_regular_files_are_opened() throws Exception {
    Path fifo = root.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    for (Path path : new Path[] {fifo, root.resolve("a"), Path.of("/dev/zero")}) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            assertThrows(IOException.class, () -> ContainedFile.read(path.getParent(), path, 100));
            assertThrows(IOException.class, () -> ContainedFile.openAndCompare(path).close());
          });
    }
  }

  @Test
  void a_fifo_that_replaces_a_file_blocks_no_reader() throws Exception {
    Path fifo = root.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    Path place = root.resolve("place");
    Files.createLink(place, file);
    Path spare = root.resolve("spare");
    whileSwapping(
        () -> {
          for (Path next : List.of(fifo, file)) {
            Files.createLink(spare, next);
            Files.move(spare, place, StandardCopyOption.ATOMIC_MOVE);
          }
        },
        () -> assertTimeoutPreemptively(Duration.ofSeconds(20), () -> readOften(place)));
  }

  private interface Swap {
    void andBack() throws IOException;
  }

  private static void whileSwapping(Swap swap, Runnable reads) throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread swapper =
        new Thread(
            () -> {
              try {
                while (!done.get()) {
                  swap.andBack();
                }
              } catch (IOException e) {
                failure.set(e);
              }
            },
            "swapper");
    swapper.start();
    try {
      reads.run();
    } finally {
      done.set(true);
      swapper.join();
    }
    assertEquals(null, failure.get());
  }

  private void readOften(Path place) {
    int fifos = 0;
    for (int i = 0; i < ROUNDS || fifos == 0; i++) {
      try {
        assertEquals("inside", text(ContainedFile.read(root, place, 100)));
      } catch (IOException e) {
        fifos++;
      }
      assertTrue(List.of("", "ins").contains(text(Optional.of(SmallFile.head(place, 3)))));
    }
  }

  @Test
  void swapping_folders_for_links_has_nothing_else_read() throws Exception {
    Path folder = root.resolve("a");
    Path aside = root.resolve("aside");
    Path link = Files.createSymbolicLink(root.resolve("link"), outside.getParent());
    whileSwapping(
        () -> {
          Files.move(folder, aside, LinkOption.NOFOLLOW_LINKS);
          Files.move(link, folder, StandardCopyOption.ATOMIC_MOVE);
          Files.move(folder, link, StandardCopyOption.ATOMIC_MOVE);
          Files.move(aside, folder, LinkOption.NOFOLLOW_LINKS);
        },
        this::assertInsideOrNothingAndThatPlainReadingIsLedAstray);
  }

  private void assertInsideOrNothingAndThatPlainReadingIsLedAstray() {
    int ledAstray = 0;
    long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    // The swapper may be held up longer than all the rounds take.
    for (int i = 0; i < ROUNDS || (ledAstray == 0 && System.nanoTime() - giveUp < 0); i++) {
      assertInsideOrNothing();
      ledAstray += plainly().equals("secret") ? 1 : 0;
    }
    assertTrue(ledAstray > 0, "no plain reading was led astray, so nothing was tested");
  }

  private String plainly() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private void assertInsideOrNothing() {
    Optional<byte[]> bytes;
    try {
      bytes = ContainedFile.read(root, file, 100);
    } catch (IOException e) {
      // Swapped just then.
      return;
    }
    assertEquals("inside", text(bytes));
  }

  private static final Path FILE = Path.of("/nowhere/file");

  private static IOException translated(int errno) {
    return ContainedFile.translated(FILE, new PosixException("open", errno));
  }

  private static Optional<String> noted(int errno) {
    Unread unread = new Unread();
    unread.during(
        () -> {
          Unread.note(translated(errno));
          return 0;
        });
    return unread.first();
  }

  /** EINTR, EIO, EMFILE, ENOTCONN, ETIMEDOUT, EHOSTDOWN and ESTALE of Linux. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 24, 107, 110, 112, 116})
  void what_a_disk_in_the_network_refuses_is_unread(int errno) {
    IOException e = translated(errno);
    assertEquals(FileSystemException.class, e.getClass());
    assertEquals(FILE.toString(), ((FileSystemException) e).getFile());
    assertEquals(true, noted(errno).isPresent());
  }

  @Test
  void what_came_into_the_place_of_a_file_has_replaced_it() {
    for (int errno : new int[] {Errno.ELOOP, Errno.ENXIO, Errno.ENOTDIR, Errno.EISDIR}) {
      assertEquals(ContainedFile.replaced().getMessage(), translated(errno).getMessage());
      assertEquals(Optional.empty(), noted(errno));
    }
  }

  @Test
  void what_is_wrong_with_the_file_itself_has_a_class_of_its_own() {
    assertEquals(NoSuchFileException.class, translated(Errno.ENOENT).getClass());
    assertEquals(AccessDeniedException.class, translated(Errno.EACCES).getClass());
  }
}
