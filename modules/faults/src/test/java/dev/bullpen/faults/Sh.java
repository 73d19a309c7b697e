package dev.bullpen.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a test has the machine do, or asks it, in a few words of shell. */
final class Sh {
  private Sh() {}

  /** Run it with arguments {@code $1}…; fails unless it ends with 0. */
  static void run(String script, String... arguments) {
    Ended ended = end(script, arguments);
    if (ended.code != 0) {
      throw new AssertionError(script + " ended with " + ended.code + ": " + ended.output);
    }
  }

  /** Whether it ends with 0. */
  static boolean succeeds(String script, String... arguments) {
    return end(script, arguments).code == 0;
  }

  /** What it says when it ends with 1, as it must. */
  static String failed(String script, String... arguments) {
    Ended ended = end(script, arguments);
    if (ended.code != 1) {
      throw new AssertionError(script + " ended with " + ended.code + ": " + ended.output);
    }
    return ended.output;
  }

  private record Ended(int code, String output) {}

  private static Ended end(String script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during " + script, e);
    }
  }
}
