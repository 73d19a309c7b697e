package dev.bullpen.protocol.line;

import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/** A client on any stream, that says of itself whether it has room. */
record TestClient(OutputStream stream, BooleanSupplier hasRoom) implements ClientOutput {
  /** Nothing is known of its room, so every line is left to the writer's thread. */
  static TestClient slow(OutputStream stream) {
    return new TestClient(stream, () -> false);
  }

  @Override
  public boolean takesAtOnce(int bytes) {
    return hasRoom.getAsBoolean();
  }

  @Override
  public void whenClosed(Runnable action) {}
}
