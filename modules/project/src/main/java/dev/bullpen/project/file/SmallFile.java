package dev.bullpen.project.file;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Files of a project that are read whole, and therefore bounded. */
public final class SmallFile {
  /** Bytes of a metadata or instructions file; the same bound as register.json has by default. */
  public static final int MAX_BYTES = 1_048_576;

  private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** Bytes of a byte order mark. */
  public static final int BOM_BYTES = BOM.length;

  private SmallFile() {}

  /** Read a regular file of at most {@code maxBytes} bytes. */
  public static byte[] read(Path file, int maxBytes) throws IOException {
    try {
      return readRegular(file, maxBytes);
    } catch (IOException e) {
      Unread.note(e);
      throw e;
    }
  }

  private static byte[] readRegular(Path file, int maxBytes) throws IOException {
    // A FIFO or a terminal would block the reader for ever.
    if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
      throw new IOException("not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(maxBytes);
      if (in.read() >= 0) {
        throw new IOException("longer than %d bytes".formatted(maxBytes));
      }
      return bytes;
    }
  }

  /** The first bytes of a file, at most {@code count}; none when it cannot be read. */
  public static byte[] head(Path file, int count) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(count);
    } catch (IOException e) {
      Unread.note(e);
      return new byte[0];
    }
  }

  /** Read a text file; empty when there is none, a warning when it cannot be read. */
  public static Optional<String> text(Path file, Consumer<String> warnings) {
    if (!Files.exists(file) && Absence.isCertain(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new String(unmarked(read(file, MAX_BYTES)), StandardCharsets.UTF_8));
    } catch (IOException e) {
      warnings.accept("%s is ignored: %s. Mend or remove it.".formatted(file, Cause.of(e)));
      return Optional.empty();
    }
  }

  /** Read a JSON object; empty when there is no file, a warning when it is not an object. */
  public static Optional<ObjectNode> object(Path file, Consumer<String> warnings) {
    if (!Files.exists(file) && Absence.isCertain(file)) {
      return Optional.empty();
    }
    String reason;
    try {
      if (Json.parseLastWins(unmarked(read(file, MAX_BYTES))) instanceof ObjectNode object) {
        return Optional.of(object);
      }
      reason = "not a JSON object";
    } catch (IOException e) {
      reason = Cause.of(e);
    } catch (JsonException e) {
      reason = e.getMessage();
    }
    warnings.accept("%s is ignored: %s. Mend or remove it.".formatted(file, reason));
    return Optional.empty();
  }

  public static boolean hasByteOrderMark(byte[] bytes) {
    return bytes.length >= BOM.length && Arrays.equals(bytes, 0, BOM.length, BOM, 0, BOM.length);
  }

  /** The bytes without a byte order mark before them. */
  public static byte[] unmarked(byte[] bytes) {
    return hasByteOrderMark(bytes) ? Arrays.copyOfRange(bytes, BOM.length, bytes.length) : bytes;
  }
}
