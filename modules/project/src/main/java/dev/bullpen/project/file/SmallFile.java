package dev.bullpen.project.file;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads whole files of a project, up to a size limit. */
public final class SmallFile {
  /** The most bytes of a metadata or instructions file; also the default limit of register.json. */
  public static final int MAX_BYTES = 1_048_576;

  private SmallFile() {}

  /** Reads a regular file inside one of some folders, after following links. */
  public static byte[] read(Path file, int maxBytes, List<Folder> within) throws IOException {
    try {
      Path real = file.toRealPath();
      return ContainedFile.read(ContainedFile.root(real, within), real, maxBytes)
          .orElseThrow(() -> new IOException("longer than %d bytes".formatted(maxBytes)));
    } catch (IOException e) {
      Unread.note(e);
      throw e;
    }
  }

  /** The first bytes of a file, at most {@code count}; none if it cannot be read. */
  public static byte[] head(Path file, int count) {
    try {
      return readHead(file, count);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /** The first bytes of a file, at most {@code count}. */
  public static byte[] readHead(Path file, int count) throws IOException {
    try (InputStream in = Channels.newInputStream(ContainedFile.open(file))) {
      return in.readNBytes(count);
    } catch (IOException e) {
      Unread.note(e);
      throw e;
    }
  }

  /** Reads a text file; empty if there is none, and with a warning if it cannot be read. */
  public static Optional<String> text(Path file, Warnings warnings, List<Folder> within) {
    if (!Files.exists(file) && Absence.isCertain(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new String(ByteOrderMark.skip(read(file, MAX_BYTES, within)), StandardCharsets.UTF_8));
    } catch (IOException e) {
      warnings.add(ignored(file, e));
      return Optional.empty();
    }
  }

  /** Reads a JSON object; empty if there is no file, and with a warning if it is not an object. */
  public static Optional<ObjectNode> object(Path file, Warnings warnings, List<Folder> within) {
    if (!Files.exists(file) && Absence.isCertain(file)) {
      return Optional.empty();
    }
    try {
      if (Json.parseLastWins(read(file, MAX_BYTES, within)) instanceof ObjectNode object) {
        return Optional.of(object);
      }
      warnings.add(ignored(file, "not a JSON object"));
    } catch (IOException e) {
      warnings.add(ignored(file, e));
    } catch (JsonException e) {
      warnings.add(ignored(file, e.getMessage()));
    }
    return Optional.empty();
  }

  private static String ignored(Path file, IOException e) {
    return e instanceof LeadsOutException
        ? "%s is ignored: %s. Put a real file in its place.".formatted(file, e.getMessage())
        : ignored(file, Cause.of(e));
  }

  private static String ignored(Path file, String reason) {
    return "%s is ignored: %s. Correct or remove it.".formatted(file, reason);
  }
}
