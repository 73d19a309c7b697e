package dev.bullpen.testkit.faulty;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.JavaProgram;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs to be started in place of a helper: frames come in on descriptor 3 and go out on 4. */
public final class FaultyProgram {
  private FaultyProgram() {}

  /** A program at that path that is a {@link FaultyHelper}. */
  public static Path at(Path path) {
    return write(path, exec());
  }

  /**
   * A program at that path that writes a line to {@code starts} and ends at once, until {@code
   * repaired} exists: from then on it is a {@link FaultyHelper}.
   */
  public static Path brokenUntil(Path path, Path starts, Path repaired) {
    return write(
        path, "echo start >>'%s'\n[ -e '%s' ] || exit 1\n%s".formatted(starts, repaired, exec()));
  }

  /**
   * The same for a program that, until it is repaired, says hello as a helper does and then is
   * killed by signal 9 before it has been given anything.
   */
  public static Path fleetingUntil(Path path, Path starts, Path repaired) {
    String fleeting = "printf '%s' >&4; kill -9 $$".formatted(octal(new Frame.Hello(1, false)));
    return write(
        path,
        "echo start >>'%s'\n[ -e '%s' ] || { %s; }\n%s"
            .formatted(starts, repaired, fleeting, exec()));
  }

  /** A frame's bytes as printf(1) takes them. */
  private static String octal(Frame frame) {
    StringBuilder octal = new StringBuilder();
    try {
      for (ByteBuffer bytes = FrameWriter.bytes(frame); bytes.hasRemaining(); ) {
        octal.append("\\%03o".formatted(bytes.get() & 0xff));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return octal.toString();
  }

  private static String exec() {
    return "exec "
        + String.join(" ", JavaProgram.command(FaultyHelper.class, Frame.class))
        + " <&3 >&4 3<&- 4>&-\n";
  }

  private static Path write(Path path, String commands) {
    try {
      Files.writeString(path, "#!/bin/sh\n" + commands, UTF_8);
      return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written", e);
    }
  }
}
