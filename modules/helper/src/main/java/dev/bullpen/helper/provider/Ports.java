package dev.bullpen.helper.provider;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a running job offers its provider beside the result: events and questions, by the paths in
 * its environment, as for a script. For any thread.
 */
class Ports implements AutoCloseable {
  private static final String EVENTS = "MCP_PROGRESS_STREAM";

  /** Reports that the answer to a question is no longer waited for. */
  private static final String GIVEN_UP =
      "{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/given-up\",\"params\":{\"file\":\"%s\"}}";

  /** How long a busy server may take to confirm that a question was taken back. */
  private static final Duration TAKING_BACK = Duration.ofSeconds(10);

  /** For waiting for the file that answers a question. */
  private final Object fileLock = new Object();

  private final Map<String, String> environment;
  private volatile boolean cancelled;

  /**
   * Held while the exchange folder is used, which belongs to the next job as soon as this one has
   * ended; a virtual thread may outlive its job. An event waits until "main" has read the ones
   * before it, so "main" never takes this lock.
   */
  private final Object writing = new Object();

  // Guarded by writing; "closed" is read outside, too.
  private Optional<OutputStream> events = Optional.empty();
  private volatile boolean closed;

  /**
   * Held from a question to its answer, by one thread after the other: the exchange folder has one
   * place for each kind of question, and some clients can be asked only one thing at a time.
   */
  private final ReentrantLock asking = new ReentrantLock(true);

  /**
   * Files of answers that are still to come to questions that were given up. They come from the
   * client, if its answer was on its way, or from the server. Guarded by asking.
   */
  private final Set<Path> owed = new HashSet<>();

  Ports(Map<String, String> environment) {
    this.environment = environment;
  }

  void cancel() {
    cancelled = true;
    wake();
  }

  /** Wake waiting threads: what they wait for has come, or never will. */
  void wake() {
    synchronized (fileLock) {
      fileLock.notifyAll();
    }
  }

  boolean cancelled() {
    return cancelled;
  }

  /**
   * Pass on a notification, as scripts write them, in one write, so that no line of the provider's
   * own processes gets in between.
   */
  void event(byte[] line) {
    String path = environment.getOrDefault(EVENTS, "");
    if (path.isEmpty()) {
      return;
    }
    byte[] ended = Arrays.copyOf(line, line.length + 1);
    ended[line.length] = '\n';
    try {
      synchronized (writing) {
        if (closed) {
          return;
        }
        if (events.isEmpty()) {
          events = Optional.of(new FileOutputStream(path, true));
        }
        events.get().write(ended);
      }
    } catch (IOException e) {
      System.err.println("progress and log lines cannot be passed on: " + e.getMessage());
    }
  }

  /**
   * Ask the client and wait for the answer, after other threads that wait for one.
   *
   * <p>The question is a file that appears whole, and an empty event makes the server read it. The
   * answer is a file as well. The server gives one answer to each question it has taken, also to
   * one that is given up. So nothing is asked before all earlier answers have come, and no answer
   * can be taken for another.
   *
   * @param requestName the file for the question
   * @param answerName the file for the answer
   * @param patience how long to wait, once the question is there
   * @return the answer, UTF-8; empty if there is none by then, and the question is taken back
   * @throws InterruptedException if the job is ended first
   */
  Optional<byte[]> ask(String requestName, String answerName, byte[] question, Duration patience)
      throws InterruptedException {
    asking.lockInterruptibly();
    try {
      return askAlone(requestName, answerName, question, patience);
    } finally {
      asking.unlock();
    }
  }

  private Optional<byte[]> askAlone(
      String requestName, String answerName, byte[] question, Duration patience)
      throws InterruptedException {
    assert asking.isHeldByCurrentThread();
    checkWanted();
    Path folder = Path.of(environment.get(EVENTS)).getParent();
    Path request = folder.resolve(requestName);
    Path answer = folder.resolve(answerName);
    try {
      if (owed.contains(answer) && !awaitFile(answer, TAKING_BACK)) {
        return Optional.empty();
      }
      owed.remove(answer);
      put(question, request, answer);
      event(new byte[0]);
      boolean answered = false;
      try {
        answered = awaitFile(answer, patience);
      } finally {
        if (!answered && !cancelled) { // else the server takes all of the job back
          takeBack(request, answer);
        }
      }
      return answered ? Optional.of(take(answer)) : Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("the client cannot be asked: " + e.getMessage(), e);
    }
  }

  private void put(byte[] question, Path request, Path answer)
      throws IOException, InterruptedException {
    Path beside = request.resolveSibling(request.getFileName() + ".new");
    synchronized (writing) {
      checkWanted();
      Files.deleteIfExists(answer); // to a question that was given up
      Files.write(beside, question);
      Files.move(beside, request, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private byte[] take(Path answer) throws IOException, InterruptedException {
    synchronized (writing) {
      checkWanted();
      byte[] bytes = Files.readAllBytes(answer);
      Files.delete(answer);
      return bytes;
    }
  }

  private void takeBack(Path request, Path answer) throws IOException {
    synchronized (writing) {
      if (!closed && !Files.deleteIfExists(request)) { // the server has taken it
        owed.add(answer);
        String line = GIVEN_UP.formatted(request.getFileName());
        event(line.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private void checkWanted() throws InterruptedException {
    if (cancelled || closed) {
      throw new InterruptedException("the call was cancelled, or has ended, with a question open");
    }
  }

  private boolean awaitFile(Path answer, Duration patience) throws InterruptedException {
    synchronized (fileLock) {
      long until = System.nanoTime() + patience.toNanos();
      while (!Files.exists(answer)) {
        checkWanted();
        long left = until - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(fileLock, left);
      }
      return true;
    }
  }

  @Override
  public void close() {
    synchronized (writing) {
      closed = true;
      events.ifPresent(
          stream -> {
            try {
              stream.close();
            } catch (IOException e) {
              System.err.println("progress and log lines may be lost: " + e.getMessage());
            }
          });
      events = Optional.empty();
    }
    wake(); // a thread that waits for an answer waits in vain
  }
}
