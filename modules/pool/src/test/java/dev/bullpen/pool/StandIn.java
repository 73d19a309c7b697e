package dev.bullpen.pool;

import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.FrameWriter;
import java.nio.ByteBuffer;
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

  static String printing(Frame frame) {
    StringBuilder octal = new StringBuilder();
    try {
      for (ByteBuffer bytes = FrameWriter.bytes(frame); bytes.hasRemaining(); ) {
        octal.append("\\%03o".formatted(bytes.get() & 0xff));
      }
    } catch (FrameException e) {
      throw new AssertionError(e);
    }
    return "printf '%s' >&%d".formatted(octal, OUT);
  }
}
