package dev.bullpen.testkit.observer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.proc.Proc;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;

/**
 * The observer's process: answers questions on standard input until its end.
 *
 * <p>{@code none NANOS SEARCH}: wait until nothing is left or the clock says NANOS. {@code kill
 * NANOS SEARCH}: kill what is found, again and again, until nothing is left. Either is answered by
 * {@code NANOS COUNT} and COUNT lines, one for each process left.
 */
public final class ObserverMain {
  private final PrintStream out;

  private ObserverMain(PrintStream out) {
    this.out = out;
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    new ObserverMain(new PrintStream(System.out, false, UTF_8))
        .serve(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
  }

  private void serve(BufferedReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      Deadline deadline = new Deadline(Long.parseLong(words[1]));
      Search search = Search.parse(words[2]);
      switch (words[0]) {
        case "none" -> answer(awaitNone(search, deadline));
        case "kill" -> answer(kill(search, deadline));
        default -> throw new IllegalArgumentException("no such question: " + line);
      }
    }
  }

  private static Sighting awaitNone(Search search, Deadline deadline) {
    while (true) {
      Poll.until(deadline, () -> search.find().isEmpty());
      long nanos = System.nanoTime();
      // A process forked while the first table was being read may be missing from it; a second
      // search finds it, or what it has forked since.
      List<Proc> left = search.find();
      if (left.isEmpty() || deadline.passed()) {
        return new Sighting(nanos, left.stream().map(Proc::toString).toList());
      }
    }
  }

  private static Sighting kill(Search search, Deadline deadline) {
    Poll.until(
        deadline,
        () -> {
          List<Proc> found = search.find();
          for (Proc process : found) {
            ProcessHandle.of(process.pid())
                .filter(handle -> process.stillRuns())
                .ifPresent(ProcessHandle::destroyForcibly);
          }
          return found.stream().noneMatch(Proc::running);
        });
    return awaitNone(search, deadline);
  }

  private void answer(Sighting sighting) {
    out.println(sighting.nanos() + " " + sighting.left().size());
    sighting.left().forEach(line -> out.println(line.replace('\n', ' ')));
    out.flush();
  }
}
