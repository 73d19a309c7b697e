package dev.bullpen.pool;

import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A shell in place of a helper: up at once, and as faulty as its commands. */
final class StandIn {
  private static final int OUT = 4;

  /** The command that says hello, as a helper does. */
  static final String HELLO = printing(new Frame.Hello(1, false)) + "; ";

  private StandIn() {}

  static HelperCommand shell(String commands) {
    return new HelperCommand(List.of("/bin/sh", "-c", commands), Map.of("PATH", "/usr/bin:/bin"));
  }

  private static String printing(Frame frame) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FrameWriter writer = new FrameWriter(bytes);
    try {
      writer.write(frame);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    StringBuilder octal = new StringBuilder();
    for (byte value : bytes.toByteArray()) {
      octal.append("\\%03o".formatted(value & 0xff));
    }
    return "printf '%s' >&%d".formatted(octal, OUT);
  }
}
