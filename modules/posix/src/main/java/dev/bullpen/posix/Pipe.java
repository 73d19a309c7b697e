package dev.bullpen.posix;

/** Two ends of a pipe(2), both closed in every child that is not given them. */
public record Pipe(Descriptor reading, Descriptor writing) implements AutoCloseable {
  /** What one holds, as long as nobody changes that; see pipe(7). */
  static final int BYTES = 64 * 1024;

  public static Pipe open() throws PosixException {
    int[] ends = new int[2];
    // macOS has no pipe2; there a spawn closes every descriptor it is not told of.
    int result = Host.HERE == Host.LINUX ? LinuxC.pipe2(ends, LinuxC.O_CLOEXEC) : LibC.pipe(ends);
    if (result != 0) {
      throw PosixException.last("pipe");
    }
    return new Pipe(Descriptor.of(ends[0]), Descriptor.of(ends[1]));
  }

  @Override
  public void close() {
    reading.close();
    writing.close();
  }
}
