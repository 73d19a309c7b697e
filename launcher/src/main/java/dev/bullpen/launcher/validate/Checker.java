package dev.bullpen.launcher.validate;

import dev.bullpen.project.file.SearchPath;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs an interpreter that looks at a script without running it. It gets an environment of its own,
 * no input and little time, and is killed with its descendants when that is up.
 */
final class Checker {
  /** More of what an interpreter says is read by nobody. */
  private static final int OUTPUT_BYTES = 16 * 1024;

  private final Map<String, String> environment = new HashMap<>();
  private final long seconds;

  /**
   * Get ready.
   *
   * @param env the environment of this process, of which interpreters are told where programs and
   *     the user's files are
   * @param seconds for one run
   */
  Checker(Map<String, String> env, long seconds) {
    for (String name : List.of("PATH", "HOME", "TMPDIR")) {
      if (env.containsKey(name)) {
        environment.put(name, env.get(name));
      }
    }
    environment.put("LC_ALL", "C.UTF-8");
    this.seconds = seconds;
  }

  /**
   * What came of a run.
   *
   * @param output both outputs, in the order in which they came
   */
  record Said(int exitCode, String output) {}

  /** Empty if it has not ended in its time, or could not be started. */
  Optional<Said> run(List<String> command, Path folder) throws InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Optional.empty();
    }
    Thread hook = new Thread(() -> kill(process), "checker's end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return await(process);
    } finally {
      kill(process);
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private Optional<Said> await(Process process) throws InterruptedException {
    Thread watch = new Thread(() -> killWhenLate(process), "checker's time");
    watch.setDaemon(true);
    watch.start();
    try (InputStream in = process.getInputStream()) {
      String output = new String(in.readNBytes(OUTPUT_BYTES), StandardCharsets.UTF_8);
      in.transferTo(java.io.OutputStream.nullOutputStream());
      boolean isLate = !process.waitFor(seconds, TimeUnit.SECONDS);
      return isLate || process.exitValue() == KILLED
          ? Optional.empty()
          : Optional.of(new Said(process.exitValue(), output));
    } catch (IOException e) {
      return Optional.empty();
    } finally {
      watch.interrupt();
    }
  }

  /** How the JVM tells of SIGKILL. */
  private static final int KILLED = 128 + 9;

  private void killWhenLate(Process process) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        kill(process);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it has ended
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** A program that is no file of the project: nothing of that is run. */
  Optional<Path> find(String program, Path root) {
    return new SearchPath(environment).find(program).filter(path -> !isBelow(path, root));
  }

  static boolean isBelow(Path program, Path root) {
    try {
      return program.startsWith(root) || program.toRealPath().startsWith(root);
    } catch (IOException e) {
      return true;
    }
  }
}
