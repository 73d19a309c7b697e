package dev.bullpen.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Edits a project that is being served. Every edit appears whole and at once, as it does with an
 * editor that writes beside and renames; each returns when that was on the clock of {@link
 * System#nanoTime()}.
 */
final class Editor {
  /** Less than a server gathers changes for that come one right behind the other. */
  private static final Duration INSTANT = Duration.ofMillis(40);

  private final Path root;
  private final Path desk;
  private int edits;
  private boolean heldUp;

  /** Of the project in that folder; beside it there is room to work. */
  Editor(Path root) {
    this.root = root;
    this.desk = root.resolveSibling("desk");
  }

  /** Put a file or a new folder where it belongs; it is made as part of another project. */
  long put(String path, Consumer<ProjectFixture> made) {
    Path aside = aside();
    made.accept(ProjectFixture.in(aside));
    return move(aside.resolve(path), root.resolve(path));
  }

  /** Put a file of that text where it belongs. */
  long put(String path, String text) {
    return put(path, project -> project.file(path, text));
  }

  /** Take a file or a folder away. */
  long take(String path) {
    return move(root.resolve(path), aside().resolve("taken"));
  }

  /** Give a file or a folder another name. */
  long rename(String from, String to) {
    return move(root.resolve(from), root.resolve(to));
  }

  /** Write over a file where it is, as some editors do: for an instant it is empty. */
  long overwrite(String path, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    ByteBuffer ready = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    try (FileChannel file = FileChannel.open(root.resolve(path), WRITE)) {
      // One right behind the other: what is empty for longer is told as empty.
      long now = System.nanoTime();
      file.truncate(0);
      file.write(ready);
      heldUp = System.nanoTime() - now > INSTANT.toNanos();
      return now;
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written", e);
    }
  }

  /**
   * Whether the machine has made more than an instant of that in which the file last written over
   * was empty: then it may have been told as empty, too.
   */
  boolean wasHeldUp() {
    return heldUp;
  }

  /** What a file holds. */
  String text(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be read", e);
    }
  }

  /** Wait until a server has left in the registry how every list begins. */
  void awaitFirstPages() {
    // The last one to be written is that of the last kind.
    Path last = root.resolve(".registry/first-resource-templates.json");
    if (!Poll.until(Deadline.in(McpClient.PATIENCE), () -> Files.exists(last))) {
      throw new AssertionError("no " + last);
    }
  }

  private Path aside() {
    try {
      return Files.createDirectories(desk.resolve(Integer.toString(++edits)));
    } catch (IOException e) {
      throw new UncheckedIOException("no room beside " + root, e);
    }
  }

  private static long move(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      long now = System.nanoTime();
      Files.move(from, to, ATOMIC_MOVE);
      return now;
    } catch (IOException e) {
      throw new UncheckedIOException(from + " cannot become " + to, e);
    }
  }
}
