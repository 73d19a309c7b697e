package dev.bullpen.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of one frame being written, in the order {@link Fields} reads them. */
final class Payload {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  static byte[] of(Frame frame) {
    Payload payload = new Payload();
    payload.put(frame);
    return payload.out.toByteArray();
  }

  private void put(Frame frame) {
    if (frame instanceof Frame.Hello hello) {
      number(hello.pid()).flag(hello.subReaper());
    } else if (frame instanceof Frame.Job job) {
      id(job.job()).texts(job.argv()).texts(job.classPath()).texts(job.shell());
      text(job.directory());
      bytes(job.environment());
      number(job.stdoutLimit()).number(job.stderrLimit()).number(job.stderrTail());
      desk(job.desk());
    } else if (frame instanceof Frame.Kill kill) {
      id(kill.job()).number(kill.graceMillis());
    } else if (frame instanceof Frame.Put put) {
      id(put.job()).text(put.name()).bytes(put.bytes());
    } else if (frame instanceof Frame.Expect expect) {
      text(expect.name()).texts(expect.classPath());
    } else if (frame instanceof Frame.Started started) {
      id(started.job()).number(started.pid());
    } else if (frame instanceof Frame.Refused refused) {
      id(refused.job()).number(refused.errno());
    } else if (frame instanceof Frame.Output output) {
      id(output.job()).number(output.stream().ordinal()).bytes(output.bytes());
    } else if (frame instanceof Frame.Event event) {
      id(event.job()).bytes(event.bytes());
    } else if (frame instanceof Frame.Note note) {
      id(note.job()).text(note.name()).bytes(note.bytes());
    } else if (frame instanceof Frame.Exited exited) {
      id(exited.job())
          .flag(exited.signalled())
          .number(exited.code())
          .number(exited.overflow().ordinal())
          .flag(exited.clean());
    } else if (frame instanceof Frame.Clean clean) {
      id(clean.job()).number(clean.ended());
    } else if (frame instanceof Frame.Spent spent) {
      id(spent.job());
    }
  }

  private Payload id(long value) {
    return number((int) (value >>> 32)).number((int) value);
  }

  private Payload number(int value) {
    out.writeBytes(
        new byte[] {
          (byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value
        });
    return this;
  }

  private Payload flag(boolean value) {
    out.write(value ? 1 : 0);
    return this;
  }

  private Payload bytes(byte[] value) {
    number(value.length);
    out.writeBytes(value);
    return this;
  }

  private Payload text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private Payload texts(List<String> values) {
    number(values.size());
    values.forEach(this::text);
    return this;
  }

  private void desk(Optional<Desk> desk) {
    flag(desk.isPresent());
    desk.ifPresent(wanted -> files(wanted.files()).texts(wanted.asks()).texts(wanted.leaves()));
  }

  private Payload files(Map<String, byte[]> files) {
    number(files.size());
    files.forEach((name, bytes) -> text(name).bytes(bytes));
    return this;
  }
}
