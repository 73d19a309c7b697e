package dev.bullpen.helper.shell;

import static dev.bullpen.helper.Bench.only;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.helper.Bench;
import dev.bullpen.posix.Child;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A helper, scripts in a folder of the test's, and jobs that run them; nothing may be left of it.
 */
final class ScriptBench implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final List<String> SH = List.of("/bin/sh");
  static final String PATH = "PATH=/usr/bin:/bin\0";

  private final Bench helper = new Bench();
  private Path folder;
  private long lastJob;

  ScriptBench(Path folder) throws IOException {
    this.folder = folder.toRealPath();
  }

  /** Ends it, and sees that it has left nobody. */
  @Override
  public void close() throws IOException {
    helper.close();
    assertFalse(Child.any());
  }

  Bench helper() {
    return helper;
  }

  /** Where scripts are, and jobs run. */
  Path folder() {
    return folder;
  }

  /** From now on they are, and run, there. */
  void moveTo(Path other) {
    folder = other;
  }

  long nextJob() {
    return ++lastJob;
  }

  Path script(String name, String text) throws IOException {
    Path script = folder.resolve(name);
    Files.writeString(script, text);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  Frame.Job job(Path script, List<String> shell, String environment, String... arguments) {
    List<String> argv = new ArrayList<>(List.of(script.toString()));
    argv.addAll(List.of(arguments));
    return new Frame.Job(
        nextJob(),
        argv,
        List.of(),
        shell,
        folder.toString(),
        environment.getBytes(StandardCharsets.UTF_8),
        1_000_000,
        0,
        10_000,
        Optional.empty());
  }

  /** For a script that does nothing while its shell is warmed up: now it is to do it. */
  Frame.Job now(Path script) {
    return job(script, SH, PATH + "MCP_N=1\0");
  }

  List<Frame> run(Frame.Job job) throws IOException {
    helper.send(job);
    return helper.untilFree();
  }

  static int group(List<Frame> frames) {
    return only(frames, Frame.Started.class).pid();
  }

  /**
   * Run a script until two runs in a row were of one group, which only a shell's can be, and hold
   * that shell ready for the next job.
   *
   * @return the shell's pid
   */
  int warmUp(Path script, List<String> shell) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    int last = group(run(job(script, shell, PATH)));
    while (System.nanoTime() < until) {
      int group = group(run(job(script, shell, PATH)));
      if (group == last) {
        return group;
      }
      last = group;
    }
    throw new AssertionError("no shell was held ready");
  }

  static void assertIsEnded(int pid) {
    await().atMost(PATIENCE).until(() -> !Files.exists(Path.of("/proc/" + pid)));
  }

  /** Begin a job, and ask it to end when it says that it is ready. */
  void end(Frame.Job job, Path ready, int graceMillis) throws Exception {
    helper.send(job);
    await().atMost(PATIENCE).until(() -> Files.exists(ready));
    helper.send(new Frame.Kill(job.job(), graceMillis));
  }
}
