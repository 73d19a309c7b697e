package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Fifo;
import dev.bullpen.testkit.Signal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * A running server on raw pipes. Its standard input and output are named pipes, so that either can
 * be closed alone and at once, whatever another thread is doing in it.
 */
public final class McpProcess implements AutoCloseable {
  /** A killed process is gone at once, unless the machine has no time for it. */
  private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

  private final Process process;
  private final FileChannel stdin;
  private final FileChannel stdout;
  private final Transcript transcript = new Transcript();
  private final Tail stderr = new Tail();
  private final Reader reader;
  private final Reader errorReader;
  private final Object stdinLock = new Object();

  private McpProcess(Process process, FileChannel stdin, FileChannel stdout) {
    this.process = process;
    this.stdin = stdin;
    this.stdout = stdout;
    this.reader =
        Reader.start("client " + pid() + " stdout", stdout, this::received, transcript::end);
    this.errorReader =
        Reader.start(
            "client " + pid() + " stderr",
            Channels.newChannel(process.getErrorStream()),
            stderr::add,
            () -> {});
  }

  static McpProcess start(Launcher launcher) {
    try {
      Path folder = Files.createTempDirectory("bullpen-pipes-");
      Fifo in = Fifo.make(folder.resolve("stdin"));
      Fifo out = Fifo.make(folder.resolve("stdout"));
      // Held open while both sides open theirs, so that neither blocks or sees an end.
      FileChannel keepIn = in.keep();
      FileChannel keepOut = out.keep();
      try {
        Process process = spawn(launcher, in.path().toFile(), out.path().toFile());
        return new McpProcess(process, in.writer(), out.reader());
      } finally {
        keepIn.close();
        keepOut.close();
        Files.delete(in.path());
        Files.delete(out.path());
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(launcher.command() + " cannot be started", e);
    }
  }

  private static Process spawn(Launcher launcher, File in, File out) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(withDefaultSignals(launcher.command()));
    builder.environment().putAll(launcher.environment());
    return builder.redirectInput(in).redirectOutput(out).start();
  }

  /** A server ignores no signal at its start, even if its tests do. */
  private static List<String> withDefaultSignals(List<String> command) {
    List<String> words = new ArrayList<>();
    for (Signal signal : List.of(Signal.INT, Signal.HUP)) {
      if (signal.isIgnoredHere()) {
        words.addAll(List.of("env", "--default-signal=" + signal));
      }
    }
    words.addAll(command);
    return words;
  }

  private void received(byte[] line) {
    transcript.add(Line.of(Line.Side.SERVER, System.nanoTime(), line));
  }

  /** The pid of the server itself: its start script replaces itself by it. */
  public long pid() {
    return process.pid();
  }

  /** All that went over the wire. */
  public Transcript transcript() {
    return transcript;
  }

  /** What it wrote to standard error. */
  public Tail stderr() {
    return stderr;
  }

  /** Write one message; returns when it is in the pipe. */
  public void send(JsonNode message) {
    sendLine(Json.text(message));
  }

  /** Write one line; it is recorded before it is written, so that its answer comes after it. */
  public void sendLine(String line) {
    sendLines(line);
  }

  /** The same for several, at once: the server has the last of them as soon as the first. */
  public void sendLines(String... lines) {
    byte[] bytes = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    synchronized (stdinLock) {
      for (String line : lines) {
        transcript.add(Line.of(Line.Side.CLIENT, System.nanoTime(), line.getBytes(UTF_8)));
      }
      write(bytes);
    }
  }

  /** Write bytes as they are; they are not recorded. */
  public void sendRaw(byte[] bytes) {
    synchronized (stdinLock) {
      write(bytes);
    }
  }

  private void write(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        stdin.write(buffer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("server " + pid() + " takes no more input", e);
    }
  }

  /** Stop reading what it writes, so that the pipe fills. */
  public void pauseReading() {
    reader.pause();
  }

  /** Read on. */
  public void resumeReading() {
    reader.resume();
  }

  /** Stop reading its errors, so that their pipe fills. */
  public void pauseReadingErrors() {
    errorReader.pause();
  }

  /** Read its errors again. */
  public void resumeReadingErrors() {
    errorReader.resume();
  }

  /** End its input. */
  public void closeStdin() {
    close(stdin);
  }

  /** Close our end of its output, and only that. */
  public void closeStdout() {
    close(stdout);
  }

  private void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a pipe of server " + pid() + " cannot be closed", e);
    }
  }

  /** Send it a signal. */
  public void signal(Signal signal) {
    signal.to(pid());
  }

  /** Whether it has not ended yet. */
  public boolean running() {
    return process.isAlive();
  }

  /** Its exit code, 128 + N when signal N ended it, or empty if it still runs at the deadline. */
  public OptionalInt awaitExit(Deadline deadline) {
    try {
      Process ended = process.onExit().get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      return OptionalInt.of(ended.exitValue());
    } catch (TimeoutException e) {
      return OptionalInt.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the exit of " + pid() + " cannot be awaited", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the exit of " + pid(), e);
    }
  }

  /** Kill it if it still runs, close the pipes, and see it gone: it writes no file any more. */
  @Override
  public void close() {
    // Not by way of Process, whose destroy closes streams first and may block in that.
    process.toHandle().destroyForcibly();
    resumeReading();
    resumeReadingErrors();
    closeStdin();
    closeStdout();
    awaitExit(Deadline.in(GONE_WITHIN));
  }
}
