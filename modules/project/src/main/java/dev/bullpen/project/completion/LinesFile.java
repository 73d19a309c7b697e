package dev.bullpen.project.completion;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.project.completion.MatchIndex.MatchIndexBuilder;
import dev.bullpen.project.completion.SourceIndexes.SourceFiles;
import dev.bullpen.project.completion.SourceIndexes.SourceState;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a file of values, one on each line: UTF-8, with or without a byte order mark, line breaks
 * of any system. Empty lines are none, and what is no text or too long is said and left out.
 */
final class LinesFile implements SourceFiles {
  /** Bytes of the file; a million values and more, and still little of the server's 256 MiB. */
  static final int MAX_BYTES = 33_554_432;

  /** Lines with something in them; more than a million. */
  static final int MAX_VALUES = 1_048_576;

  /** Bytes of a line; nobody chooses a longer text from a list. */
  static final int MAX_LINE = 1_024;

  /** Bytes of all of them prepared; texts that grow a lot by folding are no list of values. */
  private static final int MAX_PREPARED = 2 * MAX_BYTES;

  private final Folder root;
  private final Path file;
  private final Consumer<String> warnings;

  LinesFile(Folder root, CompletionSource.Lines lines, Consumer<String> warnings) {
    this.root = root;
    this.file = root.path().resolve(lines.path());
    this.warnings = warnings;
  }

  @Override
  public long looksEvery() {
    return 0;
  }

  @Override
  public String stamp() throws CompletionSourceException {
    Path real = real();
    return real + " " + FileStamp.of(real);
  }

  @Override
  public SourceState read(long now) throws CompletionSourceException {
    Path real = real();
    String stamp = stamp();
    try {
      boolean settled =
          Files.getLastModifiedTime(real).toMillis()
              < System.currentTimeMillis() - SourceState.SETTLED_MILLIS;
      Optional<byte[]> bytes = ContainedFile.read(root.path().toRealPath(), real, MAX_BYTES);
      if (bytes.isEmpty()) {
        throw unusable("it has more than %d bytes".formatted(MAX_BYTES), "Make it smaller");
      }
      return new SourceState(index(bytes.get()), stamp, settled, now);
    } catch (IOException e) {
      throw unusable(Cause.of(e), "Make it a regular file that can be read");
    }
  }

  private Path real() throws CompletionSourceException {
    try {
      Path real = file.toRealPath();
      if (root.containsReal(real)) {
        return real;
      }
    } catch (IOException e) {
      throw unusable(Cause.of(e), "Create it or correct \"file\"");
    }
    throw unusable("it leads out of the project", "Put a real file in its place");
  }

  private MatchIndex index(byte[] bytes) throws CompletionSourceException {
    MatchIndexBuilder values = new MatchIndexBuilder(MAX_PREPARED, bytes.length);
    int leftOut = 0;
    int from = ByteOrderMark.isBefore(bytes) ? ByteOrderMark.BYTES : 0;
    while (from < bytes.length) {
      int end = from;
      while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
        end++;
      }
      if (end - from > MAX_LINE || end > from && !values.add(bytes, from, end)) {
        leftOut++;
      }
      if (values.size() > MAX_VALUES) {
        throw unusable("it has more than %d values".formatted(MAX_VALUES), "Make it smaller");
      }
      from = end + 1;
    }
    if (leftOut > 0) {
      warnings.accept(
          "%s: %d lines are ignored: they are not UTF-8, or longer than %d bytes. Mend them."
              .formatted(file, leftOut, MAX_LINE));
    }
    return values.build();
  }

  private CompletionSourceException unusable(String reason, String nextStep) {
    return new CompletionSourceException("%s: %s. %s.".formatted(file, reason, nextStep));
  }
}
