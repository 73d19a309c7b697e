package dev.bullpen.pool.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.wire.Frame;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every shell that may be {@code /bin/sh} sets what is asked for; tests of others are skipped. */
class LimitedArgvTests {
  private static final OptionalInt NOT = OptionalInt.empty();

  /** More descriptors than any kernel allows, root or not: its own bound is lower. */
  private static final ResourceLimits TOO_MANY_FILES =
      new ResourceLimits(NOT, NOT, OptionalInt.of(Integer.MAX_VALUE), NOT, NOT);

  private record Ended(int code, String output) {}

  @Test
  void without_limits_the_words_stay_what_they_are() {
    List<String> argv = List.of("/bin/a", "b");
    assertSame(argv, LimitedArgv.of(argv, ResourceLimits.NONE));
  }

  @Test
  void the_words_of_the_script_stay_words() throws Exception {
    Ended ended =
        run(
            LimitedArgv.of(
                List.of("/bin/sh", "-c", "printf '<%s>' \"$@\"", "x", "a b", "", "$(id)", "'\"\n"),
                cpu(5)));
    assertEquals(new Ended(0, "<a b><><$(id)><'\"\n>"), ended);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash --posix"})
  void all_of_them_are_set(String shell) throws Exception {
    ResourceLimits limits =
        new ResourceLimits(
            OptionalInt.of(7),
            OptionalInt.of(3000),
            OptionalInt.of(50),
            OptionalInt.of(90),
            OptionalInt.of(5));
    Ended ended = run(in(shell, LimitedArgv.of(List.of("/bin/cat", "/proc/self/limits"), limits)));
    assertEquals(0, ended.code(), ended.output());
    assertLimit(ended, "Max cpu time", "7", "8");
    assertLimit(ended, "Max address space", "3145728000", "3145728000");
    assertLimit(ended, "Max open files", "50", "50");
    assertLimit(ended, "Max processes", "90", "90");
    assertLimit(ended, "Max file size", "5242880", "5242880");
    assertTrue(ended.output().startsWith("Limit "), "there is no other output: " + ended.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash --posix"})
  void nothing_runs_without_a_limit_that_the_host_refuses(String shell) throws Exception {
    Ended ended = run(in(shell, LimitedArgv.of(List.of("/bin/echo", "it ran"), TOO_MANY_FILES)));
    assertEquals(LimitedArgv.NOT_SET, ended.code(), ended.output());
    String breach = breach(TOO_MANY_FILES, false, ended.code(), ended.output());
    assertTrue(breach.startsWith("limit-not-set: "), breach + ended.output());
    assertTrue(breach.contains("openFiles=2147483647 ("), breach);
    assertTrue(breach.contains("ot permitted"), breach);
  }

  private static final ResourceLimits CPU = cpu(2);
  private static final ResourceLimits FILE =
      new ResourceLimits(NOT, NOT, NOT, NOT, OptionalInt.of(3));

  @Test
  void a_signal_shows_which_limit_was_broken_by_a_program_or_a_shells_last_command() {
    for (boolean signalled : List.of(true, false)) {
      int base = signalled ? 0 : 128;
      assertEquals(
          "cpu-limit: it used more than 2 s of processor time",
          breach(CPU, signalled, base + 24, ""));
      assertEquals(
          "file-limit: it wrote a file of more than 3 MiB", breach(FILE, signalled, base + 25, ""));
      for (int code : List.of(0, 9, base + 23, base + 25, 152 - base)) {
        assertEquals("", breach(CPU, signalled, code, ""), "code " + code);
      }
      assertEquals("", breach(FILE, signalled, base + 24, ""));
      assertEquals("", breach(ResourceLimits.NONE, signalled, base + 24, ""));
    }
  }

  @Test
  void a_limit_that_could_not_be_set_is_named_with_the_shells_reason_and_no_path() {
    String line = LimitedArgv.NOT_SET_LINE + "cpuSecs=2\n";
    String said = "/p/s.sh: 1: ulimit: no such thing\n" + line;
    assertEquals(
        "limit-not-set: the host does not allow the limit cpuSecs=2 (no such thing). Give a lower one, or raise the server's own hard limit",
        breach(CPU, false, LimitedArgv.NOT_SET, said));
    assertEquals("", breach(CPU, false, LimitedArgv.NOT_SET, ""));
    assertEquals("", breach(CPU, false, LimitedArgv.NOT_SET, "bullpen\n"));
    assertEquals("", breach(CPU, false, LimitedArgv.NOT_SET - 1, line));
    assertEquals("", breach(CPU, true, LimitedArgv.NOT_SET, line));
    assertEquals("", breach(ResourceLimits.NONE, false, LimitedArgv.NOT_SET, line));
  }

  private static String breach(ResourceLimits limits, boolean signalled, int code, String stdout) {
    return LimitedArgv.breach(
            limits,
            new Frame.Exited(1, signalled, code, Frame.Overflow.NONE, true),
            stdout.getBytes(StandardCharsets.UTF_8))
        .map(found -> found.reason().word() + ": " + found.detail())
        .orElse("");
  }

  private static ResourceLimits cpu(int seconds) {
    return new ResourceLimits(OptionalInt.of(seconds), NOT, NOT, NOT, NOT);
  }

  private static void assertLimit(Ended ended, String name, String soft, String hard) {
    assertTrue(
        ended.output().matches("(?s).*\n" + name + " +" + soft + " +" + hard + " .*"),
        name + ": " + ended.output());
  }

  /** The same words for another shell. */
  private static List<String> in(String shell, List<String> words) {
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "there is no /proc");
    List<String> other = new ArrayList<>(List.of(shell.split(" ")));
    assumeTrue(isThere(other.get(0)), other.get(0) + " is missing on this host");
    other.addAll(words.subList(1, words.size()));
    return other;
  }

  private static boolean isThere(String program) {
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  private static Ended run(List<String> words) throws IOException, InterruptedException {
    ProcessBuilder command = new ProcessBuilder(words).redirectErrorStream(true);
    command.environment().put("LC_ALL", "C"); // bash says why in the user's language
    Process process = command.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
