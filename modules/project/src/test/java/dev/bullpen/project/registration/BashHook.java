package dev.bullpen.project.registration;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a project's hook as a child of the test, and counts its runs. */
public final class BashHook implements ProjectHook {
  /** Where the product has its shell SDK; tests run in the folder of their module. */
  public static final Path HOME = Path.of("../../launcher/src/main").toAbsolutePath().normalize();

  static final Path BASH = Path.of("/bin/bash");

  private final Path project;
  private final Path output;
  private final Duration limit;
  public final AtomicInteger runs = new AtomicInteger();

  public BashHook(Path project, Path output, Duration limit) {
    this.project = project;
    this.output = output;
    this.limit = limit;
  }

  @Override
  public Outcome run(List<String> command, Map<String, String> environment)
      throws InterruptedException {
    int run = runs.incrementAndGet();
    Path out = output.resolve("hook.%d.out".formatted(run));
    Path err = output.resolve("hook.%d.err".formatted(run));
    ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process =
          builder
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      return new Outcome(
          process.exitValue(), Files.readAllBytes(out), Files.readAllBytes(err), !ended);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
