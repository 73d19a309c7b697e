package dev.bullpen.http.access;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.TrustCheck.Objection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The file of tokens, read again when it has changed: a token that is taken out is refused a second
 * later. While what stands there cannot be used, the tokens that were read before stay valid.
 */
public final class TokenFile {
  /** Room for thousands of tokens. */
  private static final int MAX_BYTES = 1024 * 1024;

  private static final long NANOS_BETWEEN_CHECKS = TimeUnit.SECONDS.toNanos(1);

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private final Path file;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private final AtomicLong checkedAt;
  private volatile Contents contents;

  /**
   * What was read, and what the file was then; of a file that could not be used, the old tokens.
   */
  private record Contents(String stamp, List<KnownToken> tokens) {}

  /**
   * @param nanoTime the clock of {@link System#nanoTime}
   * @param warnings receives once why a changed file is not used
   * @throws AccessException if it cannot be used
   */
  public TokenFile(Path file, LongSupplier nanoTime, Consumer<String> warnings)
      throws AccessException {
    this.file = file;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    this.checkedAt = new AtomicLong(nanoTime.getAsLong());
    String stamp = FileStamp.ofTarget(file);
    this.contents = new Contents(stamp, read());
  }

  /** Those that are valid now. */
  List<KnownToken> tokens() {
    long now = nanoTime.getAsLong();
    long last = checkedAt.get();
    if (now - last >= NANOS_BETWEEN_CHECKS && checkedAt.compareAndSet(last, now)) {
      readIfChanged(); // one thread at a time; meanwhile others go by what is known
    }
    return contents.tokens();
  }

  private void readIfChanged() {
    String stamp = FileStamp.ofTarget(file); // first: what changes later is read again
    Contents before = contents;
    if (stamp.equals(before.stamp())) {
      return;
    }
    try {
      contents = new Contents(stamp, read());
    } catch (AccessException e) {
      contents = new Contents(stamp, before.tokens());
      warnings.accept(e.getMessage() + " Until then the tokens that were read before are valid.");
    }
  }

  private List<KnownToken> read() throws AccessException {
    try {
      Path real = file.toRealPath();
      if (!Files.isRegularFile(real)) {
        throw new IOException("it is no regular file"); // a pipe would be waited for
      }
      checkTrust(real);
      try (InputStream in = Files.newInputStream(real)) {
        byte[] json = in.readNBytes(MAX_BYTES + 1);
        if (json.length > MAX_BYTES) {
          throw new IOException("longer than %d bytes".formatted(MAX_BYTES));
        }
        return TokenReader.read(file, json);
      }
    } catch (IOException e) {
      throw new AccessException(
          "The file of tokens, %s, cannot be read: %s. Let the server's user read it."
              .formatted(file, Cause.of(e)));
    }
  }

  private static void checkTrust(Path real) throws AccessException, IOException {
    Stream<Path> folders = Stream.iterate(real.getParent(), Objects::nonNull, Path::getParent);
    Optional<Objection> objection = TrustCheck.firstObjection(List.of(real), folders.toList());
    if (objection.isPresent()) {
      throw new AccessException(
          "The file of tokens cannot be trusted: %s. Run: %s."
              .formatted(objection.get().fact(), objection.get().nextStep()));
    }
    if (!OWNERS.containsAll(Files.getPosixFilePermissions(real))) {
      throw new AccessException(
          "The file of tokens can be read by other users. Run: chmod 600 %s.".formatted(real));
    }
  }
}
