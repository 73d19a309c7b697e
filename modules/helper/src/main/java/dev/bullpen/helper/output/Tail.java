package dev.bullpen.helper.output;

import java.util.Arrays;

/** The last bytes of a stream, a fixed number of them at most. */
final class Tail {
  private final int limit;
  private byte[] kept = new byte[0];

  Tail(int limit) {
    this.limit = limit;
  }

  void add(byte[] bytes) {
    int fromKept = Math.min(kept.length, Math.max(0, limit - bytes.length));
    int fromBytes = Math.min(bytes.length, limit);
    byte[] joined = Arrays.copyOfRange(kept, kept.length - fromKept, kept.length + fromBytes);
    System.arraycopy(bytes, bytes.length - fromBytes, joined, fromKept, fromBytes);
    kept = joined;
  }

  int length() {
    return kept.length;
  }

  byte[] bytes() {
    return kept.clone();
  }
}
