package dev.bullpen.bench.inner;

import dev.bullpen.protocol.line.ClientOutput;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A client that takes every line at once, so that none has to wait for another thread. */
public final class LastLine extends OutputStream implements ClientOutput {
  private byte[] line = {};

  /** What was written last. */
  public byte[] line() {
    return line;
  }

  @Override
  public OutputStream stream() {
    return this;
  }

  @Override
  public boolean takesAtOnce(int bytes) {
    return true;
  }

  @Override
  public CompletableFuture<Void> watchForClosing() {
    return new CompletableFuture<>();
  }

  @Override
  public void write(int octet) {
    throw new UnsupportedOperationException("lines are written whole");
  }

  @Override
  public void write(byte[] from, int at, int length) {
    line = Arrays.copyOfRange(from, at, at + length);
  }
}
