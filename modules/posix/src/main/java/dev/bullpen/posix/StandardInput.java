package dev.bullpen.posix;

import java.io.IOException;
import java.io.InputStream;

/**
 * Standard input, which waits for bytes, also where a process that shares the open file has set it
 * not to wait. Makes no call to the system before it is read. For one thread.
 */
public final class StandardInput extends InputStream {
  private static final int NUMBER = 0;

  private DescriptorInput in;

  /** Nothing is opened yet. */
  public StandardInput() {}

  @Override
  public int read() throws IOException {
    return opened().read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return opened().read(bytes, offset, length);
  }

  private DescriptorInput opened() {
    if (in == null) {
      in = new DescriptorInput(Descriptor.of(NUMBER));
    }
    return in;
  }
}
