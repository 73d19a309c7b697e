package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Standard or error output that waits for room. If a process that shares the open file has set it
 * not to wait, a stream of the JDK silently fails in the middle of a line.
 */
public final class StandardOutput extends OutputStream {
  private static final int OUTPUT = 1;
  private static final int ERROR_OUTPUT = 2;

  private static final Path OUTPUT_LINK = Path.of("/proc/self/fd/1");
  private static final Path ERROR_OUTPUT_LINK = Path.of("/proc/self/fd/2");

  private final Object writingLock = new Object();

  private final int number;
  private final FileDescriptor descriptor;
  private @Nullable OutputStream out;

  private StandardOutput(int number, FileDescriptor descriptor) {
    this.number = number;
    this.descriptor = descriptor;
  }

  public static StandardOutput out() {
    return new StandardOutput(OUTPUT, FileDescriptor.out);
  }

  public static StandardOutput err() {
    return new StandardOutput(ERROR_OUTPUT, FileDescriptor.err);
  }

  /** Make {@link System#err} wait. Its encoding stays the same. */
  public static void useForErrors() {
    System.setErr(new PrintStream(err(), true, errorCharset()));
  }

  /**
   * Make the JVM's own output, descriptor 1, drop what a full pipe does not take. The JVM writes
   * thread dumps there while all threads stand still, so an unread pipe would stop the process.
   * Done only if descriptor 1 is the same pipe as the error output, which still waits. The pipe is
   * opened once more, because all that share an open file share its flags.
   *
   * @return whether it is done; false for sockets, which cannot be opened, and for other systems
   *     than Linux
   */
  public static boolean neverWait() {
    if (Host.HERE != Host.LINUX || !isPipeOfErrorOutput()) {
      return false;
    }
    int again = LibC.open(CText.of(OUTPUT_LINK), LibC.O_WRONLY | LibC.O_NONBLOCK | LibC.O_CLOEXEC);
    if (again < 0) {
      return false; // it belongs to another user
    }
    boolean done = LibC.dup2(again, OUTPUT) == OUTPUT;
    LibC.close(again);
    return done;
  }

  private static boolean isPipeOfErrorOutput() {
    try {
      String pipe = Files.readSymbolicLink(OUTPUT_LINK).toString();
      return pipe.startsWith("pipe:")
          && pipe.equals(Files.readSymbolicLink(ERROR_OUTPUT_LINK).toString());
    } catch (IOException e) {
      return false; // no /proc
    }
  }

  /**
   * The property has its first name from JDK 18 on. Before, it has the second, and only for a
   * terminal.
   */
  private static Charset errorCharset() {
    return Stream.of("stderr.encoding", "sun.stderr.encoding", "native.encoding")
        .map(System::getProperty)
        .filter(name -> name != null && Charset.isSupported(name))
        .findFirst()
        .map(Charset::forName)
        .orElseGet(Charset::defaultCharset);
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    synchronized (writingLock) {
      if (!descriptor.valid()) {
        throw new IOException("descriptor " + number + " is closed");
      }
      if (out == null) {
        out = open();
      }
      out.write(bytes, offset, length);
    }
  }

  /** Where no system calls can be made, the message about that has to come out. */
  private OutputStream open() {
    return SystemCalls.failure().isEmpty()
        ? new DescriptorOutput(Descriptor.of(number))
        : new FileOutputStream(descriptor);
  }
}
