package dev.bullpen.http.access;

import dev.bullpen.json.JsonException;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.TrustCheck.Objection;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * A file of permissions, read again when it has changed: a removed token is refused within a
 * second. While the file cannot be used, the entries read before stay valid.
 *
 * @param <T> the type of an entry
 */
public final class PermissionFile<T> {
  /** Parses the file's JSON. */
  public interface Reader<T> {
    /**
     * @throws EntryException or {@link JsonException} if the file cannot be used
     */
    List<T> read(byte[] json) throws EntryException, JsonException;
  }

  /**
   * A kind of file.
   *
   * @param what its name in messages
   */
  public record Kind<T>(String what, Reader<T> reader) {}

  /** A file of clients' tokens. */
  public static final Kind<KnownToken> TOKENS =
      new Kind<>("The file of tokens", PermissionReader::tokens);

  /** A file of what OAuth scopes permit. */
  public static final Kind<ScopeGrant> SCOPES =
      new Kind<>("The file of scopes", PermissionReader::scopes);

  /** Room for thousands of tokens. */
  private static final int MAX_BYTES = 1024 * 1024;

  private static final long NANOS_BETWEEN_CHECKS = TimeUnit.SECONDS.toNanos(1);

  private final Kind<T> kind;
  private final Path file;
  private final LongSupplier nanoTime;
  private final Warnings warnings;
  private final AtomicLong checkedAt;
  private volatile Contents<T> contents;

  /** The stamp and the reason of the last warning. */
  private volatile String warned = "";

  /** The entries, and the file's stamp when they were read. */
  private record Contents<T>(String stamp, List<T> entries) {}

  /**
   * @param kind {@link #TOKENS} or {@link #SCOPES}
   * @param nanoTime the clock of {@link System#nanoTime}
   * @param warnings receives, once, why a changed file is not used
   * @throws AccessException if the file cannot be used
   */
  public PermissionFile(Kind<T> kind, Path file, LongSupplier nanoTime, Warnings warnings)
      throws AccessException {
    this.kind = kind;
    this.file = file;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    this.checkedAt = new AtomicLong(nanoTime.getAsLong());
    String stamp = FileStatus.stampBehindLinks(file);
    this.contents = new Contents<>(stamp, read());
  }

  /** The entries that are valid now. */
  public List<T> entries() {
    long now = nanoTime.getAsLong();
    long last = checkedAt.get();
    if (now - last >= NANOS_BETWEEN_CHECKS && checkedAt.compareAndSet(last, now)) {
      readIfChanged(); // one thread at a time; others use the known entries meanwhile
    }
    return contents.entries();
  }

  private void readIfChanged() {
    // Taken first, so that a later change is read again.
    String stamp = FileStatus.stampBehindLinks(file);
    Contents<T> before = contents;
    if (stamp.equals(before.stamp())) {
      return;
    }
    try {
      contents = new Contents<>(stamp, read());
    } catch (AccessException e) {
      // Read again at the next check: the reason may pass and leave the file's stamp the same.
      String reason = stamp + e.getMessage();
      if (!reason.equals(warned)) {
        warned = reason;
        warnings.add(e.getMessage() + " Until then, the entries read before stay valid.");
      }
    }
  }

  private List<T> read() throws AccessException {
    try {
      Path real = file.toRealPath();
      if (!Files.isRegularFile(real)) {
        throw new IOException("it is not a regular file"); // reading a pipe would block
      }
      checkTrust(real);
      try (InputStream in = Files.newInputStream(real)) {
        byte[] json = in.readNBytes(MAX_BYTES + 1);
        if (json.length > MAX_BYTES) {
          throw new IOException("longer than %d bytes".formatted(MAX_BYTES));
        }
        return kind.reader.read(json);
      }
    } catch (IOException e) {
      throw new AccessException(
          "%s, %s, cannot be read: %s. Let the server's user read it."
              .formatted(kind.what, file, Cause.of(e)));
    } catch (JsonException e) {
      throw new AccessException(
          "%s, %s, cannot be read: %s. Correct the file."
              .formatted(kind.what, file, e.getMessage()));
    } catch (EntryException e) {
      throw new AccessException(
          "%s, %s, cannot be used: %s".formatted(kind.what, file, e.sentences()));
    }
  }

  private void checkTrust(Path real) throws AccessException, IOException {
    Stream<Path> folders = Stream.iterate(real.getParent(), Objects::nonNull, Path::getParent);
    Optional<Objection> objection = TrustCheck.firstObjection(List.of(real), folders.toList());
    if (objection.isPresent()) {
      throw new AccessException(
          "%s cannot be trusted: %s. Run: %s."
              .formatted(kind.what, objection.get().fact(), objection.get().nextStep()));
    }
    if (!TrustCheck.isPrivate(real)) {
      throw new AccessException(
          "%s can be read by other users. Run: chmod 600 %s.".formatted(kind.what, real));
    }
  }
}
