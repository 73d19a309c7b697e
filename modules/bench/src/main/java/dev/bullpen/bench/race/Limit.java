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
record Limit(double p50Micros, double p99Micros, double perSecond, double cpuMicros) {
  private static final int RUNS = 1000;

  /**
   * Measure it now.
   *
   * @param program of rivals/c/race.c
   */
  static Limit measure(Path program, String script) throws IOException {
    double[] one = run(program, 1, script);
    double[] four = run(program, Heat.TOGETHER, script);
    return new Limit(one[0], one[1], four[2], one[3]);
  }

  /** In the middle between two. */
  Limit and(Limit other) {
    return new Limit(
        (p50Micros + other.p50Micros) / 2,
        (p99Micros + other.p99Micros) / 2,
        (perSecond + other.perSecond) / 2,
        (cpuMicros + other.cpuMicros) / 2);
  }

  private static double[] run(Path program, int threads, String script) throws IOException {
    List<String> command =
        List.of(
            program.toString(), "limit", Integer.toString(threads), Integer.toString(RUNS), script);
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
