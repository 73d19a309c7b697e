package dev.bullpen.testkit.observer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * The handle to the observer's process, which lives until it is closed or this JVM ends. Safe for
 * several threads, one question at a time.
 */
public final class Observer implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final Object questionLock = new Object();

  private Observer(Process process) {
    this.process = process;
    this.answers = process.inputReader(UTF_8);
  }

  /** Start one. */
  public static Observer start() {
    try {
      return new Observer(
          new ProcessBuilder(JavaProgram.command(ObserverMain.class))
              .redirectError(Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("the observer cannot be started", e);
    }
  }

  /** Waits until nothing is left; returns what is left at the deadline. */
  public Sighting awaitNone(Search search, Deadline deadline) {
    return ask("none", search, deadline);
  }

  /**
   * Kill what is found until nothing is left: what a test cleans up with after it has switched a
   * safeguard off. Only what the search finds is ever signalled.
   */
  public Sighting killAll(Search search, Deadline deadline) {
    return ask("kill", search, deadline);
  }

  private Sighting ask(String question, Search search, Deadline deadline) {
    synchronized (questionLock) {
      try {
        String line = question + " " + deadline.nanos() + " " + search.word() + "\n";
        process.getOutputStream().write(line.getBytes(UTF_8));
        process.getOutputStream().flush();
        String[] head = answer().split(" ");
        List<String> left = new ArrayList<>();
        for (int i = Integer.parseInt(head[1]); i > 0; i--) {
          left.add(answer());
        }
        return new Sighting(Long.parseLong(head[0]), left);
      } catch (IOException e) {
        throw new UncheckedIOException("the observer does not answer: see standard error", e);
      }
    }
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new EOFException("the observer has ended");
    }
    return line;
  }

  /** Ends the observer's process by the end of its input. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
