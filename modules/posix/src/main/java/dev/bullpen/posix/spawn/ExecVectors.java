package dev.bullpen.posix.spawn;

import dev.bullpen.posix.libc.NativeBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments and the environment of a program to be, as execve(2) takes them: two {@code char
 * *const[]}, each ended by a null pointer, texts and pointers in one piece of memory.
 */
final class ExecVectors implements AutoCloseable {
  /** Of arguments and variables together. */
  private static final int MOST_PROGRAMS_HAVE = 64;

  private final NativeBytes memory;
  private final long argv;
  private final long envp;

  private ExecVectors(NativeBytes memory, long argv, long envp) {
    this.memory = memory;
    this.argv = argv;
    this.envp = envp;
  }

  static ExecVectors of(List<String> arguments, EnvironmentBlock environment) {
    byte[] argv = block(arguments);
    byte[] envp = environment.bytes();
    byte[] texts = Arrays.copyOf(argv, argv.length + envp.length);
    System.arraycopy(envp, 0, texts, argv.length, envp.length);
    long[] begins = begins(texts);
    int pointers = begins.length + 2;
    long vectors = (texts.length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    NativeBytes memory = new NativeBytes(vectors + (long) pointers * Long.BYTES);
    long[] both = new long[pointers];
    for (int i = 0; i < begins.length; i++) {
      // The null pointer between the two is passed over.
      both[i < arguments.size() ? i : i + 1] = memory.address() + begins[i];
    }
    // Each write to native memory is a call, so there are two.
    memory.memory().write(0, texts, 0, texts.length);
    memory.memory().write(vectors, both, 0, pointers);
    long address = memory.address() + vectors;
    return new ExecVectors(memory, address, address + (arguments.size() + 1L) * Long.BYTES);
  }

  /** Texts one after the other, each ended by NUL. */
  private static byte[] block(List<String> texts) {
    StringBuilder all = new StringBuilder();
    for (String text : texts) {
      all.append(text).append('\0');
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Where each of such texts begins. */
  private static long[] begins(byte[] texts) {
    long[] begins = new long[MOST_PROGRAMS_HAVE];
    int count = 0;
    int begin = 0;
    for (int at = 0; at < texts.length; at++) {
      if (texts[at] == 0) {
        if (count == begins.length) {
          begins = Arrays.copyOf(begins, 2 * count);
        }
        begins[count++] = begin;
        begin = at + 1;
      }
    }
    return Arrays.copyOf(begins, count);
  }

  long argv() {
    return argv;
  }

  long envp() {
    return envp;
  }

  @Override
  public void close() {
    memory.close();
  }
}
