package dev.bullpen.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where scripts say that they have come somewhere: each writes lines "TOKEN WORD…" into a named
 * pipe, and the test waits until there are enough of one token. A line of up to 4096 bytes is
 * written in one piece (PIPE_BUF, pipe(7)), so any number of processes may write at once.
 *
 * <p>A script may also wait here to be let through: it makes a named pipe "GATE.TOKEN" beside this
 * one, says that it is there, and reads a line.
 */
public final class Gate implements AutoCloseable {
  private final Fifo fifo;
  private final FileChannel channel;
  // Held open until the end: a line in a pipe is lost when no process has it open.
  private final List<FileChannel> passages = new CopyOnWriteArrayList<>();
  private final List<String> arrived = new ArrayList<>();
  private final ReentrantLock arrivedLock = new ReentrantLock();
  private final Condition arrivedMore = arrivedLock.newCondition();

  private Gate(Fifo fifo, FileChannel channel) {
    this.fifo = fifo;
    this.channel = channel;
  }

  /** Open one under that path. */
  public static Gate at(Path path) {
    try {
      Fifo fifo = Fifo.make(path);
      Gate gate = new Gate(fifo, fifo.keep());
      Thread reader = new Thread(gate::read, "gate " + path.getFileName());
      reader.setDaemon(true);
      reader.start();
      return gate;
    } catch (IOException e) {
      throw new UncheckedIOException("no gate at " + path, e);
    }
  }

  /** What a script writes to. */
  public Path path() {
    return fifo.path();
  }

  /**
   * The lines of that token, without the token, in the order of their arrival: at least {@code
   * count} of them unless the deadline passed first.
   */
  public List<String> await(String token, int count, Deadline deadline) {
    arrivedLock.lock();
    try {
      while (of(token).size() < count && !deadline.passed()) {
        arrivedMore.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      }
      return of(token);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting at the gate for " + token, e);
    } finally {
      arrivedLock.unlock();
    }
  }

  /** Let the script of that token through, which has said that it waits, with a word for it. */
  public void letThrough(String token, String word) {
    try {
      FileChannel passage = new Fifo(Path.of(path() + "." + token)).keep();
      passages.add(passage);
      passage.write(ByteBuffer.wrap((word + "\n").getBytes(UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException("no script waits at the gate as " + token, e);
    }
  }

  private List<String> of(String token) {
    return arrived.stream()
        .filter(line -> line.equals(token) || line.startsWith(token + " "))
        .map(line -> line.substring(token.length()).trim())
        .toList();
  }

  private void read() {
    Lines lines = new Lines(line -> arrive(new String(line, UTF_8)));
    try {
      while (lines.read(channel)) {
        // each line has been handed to arrive()
      }
    } catch (ClosedChannelException closed) {
      // by close()
    } catch (IOException e) {
      throw new UncheckedIOException("the gate " + fifo.path() + " cannot be read", e);
    }
  }

  private void arrive(String line) {
    arrivedLock.lock();
    try {
      arrived.add(line);
      arrivedMore.signalAll();
    } finally {
      arrivedLock.unlock();
    }
  }

  /** Scripts that come later block in opening it. */
  @Override
  public void close() {
    try {
      channel.close();
      for (FileChannel passage : passages) {
        passage.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the gate " + fifo.path() + " cannot be closed", e);
    }
  }
}
