package dev.bullpen.bench.race;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What it takes to start a script, read what it prints and wait for it, in C.
 *
 * @param p50Micros of one at a time
 * @param p99Micros of one at a time
 * @param perSecond with four threads
 * @param cpuMicros of processor time for one, with one at a time
 */
public record Limit(double p50Micros, double p99Micros, double perSecond, double cpuMicros) {
  private static final int RUNS = 1000;

  /**
   * Build the program that measures it; needs a C compiler.
   *
   * @param source rivals/c/race.c
   * @param work the folder it is built in
   */
  public static Path compile(Path source, Path work) throws IOException {
    Path program = work.resolve("race");
    Rivals.build(
        List.of("cc", "-O2", "-pthread", "-o", program.toString(), source.toString()), work);
    return program;
  }

  /**
   * Measure it now.
   *
   * @param program of rivals/c/race.c
   */
  static Limit measure(Path program, String script) throws IOException {
    double[] one = run(program, 1, RUNS, script);
    double[] four = run(program, Heat.TOGETHER, RUNS, script);
    return new Limit(one[0], one[1], four[2], one[3]);
  }

  /**
   * Measure one thing of it: p50 of so many runs, one at a time, µs.
   *
   * @param program of rivals/c/race.c
   */
  public static double micros(Path program, int runs, String script) throws IOException {
    return run(program, 1, runs, script)[0];
  }

  /**
   * Measure another: how many there are a second with so many threads.
   *
   * @param program of rivals/c/race.c
   */
  public static double perSecond(Path program, int threads, int runs, String script)
      throws IOException {
    return run(program, threads, runs, script)[2];
  }

  /** In the middle between two. */
  Limit and(Limit other) {
    return new Limit(
        (p50Micros + other.p50Micros) / 2,
        (p99Micros + other.p99Micros) / 2,
        (perSecond + other.perSecond) / 2,
        (cpuMicros + other.cpuMicros) / 2);
  }

  private static double[] run(Path program, int threads, int runs, String script)
      throws IOException {
    List<String> command =
        List.of(
            program.toString(), "limit", Integer.toString(threads), Integer.toString(runs), script);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String[] numbers = said.strip().split(" ");
    double[] measured = new double[numbers.length];
    try {
      for (int i = 0; i < numbers.length; i++) {
        measured[i] = Double.parseDouble(numbers[i]);
      }
      return measured;
    } catch (NumberFormatException e) {
      throw new IOException(command + " says " + said, e);
    }
  }
}
