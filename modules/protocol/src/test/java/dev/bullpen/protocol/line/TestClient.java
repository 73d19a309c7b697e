package dev.bullpen.protocol.line;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
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
  public CompletableFuture<Void> watchForClosing() {
    return new CompletableFuture<>();
  }

  /** Outgoing messages to this client, with a thread that writes them. */
  OutgoingLines start(OutgoingBudget budget, Runnable onRoom) {
    OutgoingLines outgoing = new OutgoingLines(this, budget, onRoom);
    Thread thread = new Thread(outgoing::write, "writer");
    thread.setDaemon(true);
    thread.start();
    return outgoing;
  }
}
