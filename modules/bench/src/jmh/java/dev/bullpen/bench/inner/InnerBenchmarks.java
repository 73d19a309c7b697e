package dev.bullpen.bench.inner;

import dev.bullpen.bench.Section;
import dev.bullpen.bench.race.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs all benchmarks, each in JVMs of its own, and writes what came of them into a document. */
public final class InnerBenchmarks {
  /** What one JVM compiles otherwise than the next shows as their difference. */
  private static final int JVMS = 3;

  /** C1 has compiled all of it after a fraction of this. */
  private static final TimeValue WARM_UP = TimeValue.milliseconds(1000);

  /** Enough for an error, together with those of the other JVMs. */
  private static final int ITERATIONS = 5;

  /** Five hundred of the slowest, which start a process. With all the rest: three minutes. */
  private static final TimeValue ITERATION = TimeValue.milliseconds(400);

  /** Whatever takes longer hangs: a hundred times what it should. */
  private static final TimeValue HANGS = TimeValue.seconds(60);

  private InnerBenchmarks() {}

  /**
   * Takes no arguments. {@code -Dbullpen.launcher=DIR} is the packaged product, {@code
   * -Dbullpen.inner.jdk=DIR} another JDK to measure on as well, {@code -Dbullpen.inner.work=DIR}
   * for JMH's result and a project, {@code -Dbullpen.inner.document=FILE} where the table goes.
   */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Path work = Files.createDirectories(Path.of(System.getProperty("bullpen.inner.work")));
    endForksWithUs();
    List<Figure> figures = new ArrayList<>();
    for (String javaHome : javaHomes()) {
      Path result = work.resolve("jmh.json");
      new Runner(options(javaHome, result)).run();
      figures.addAll(Figure.read(result));
    }
    String table = FigureTable.text(Machine.facts() + ".", figures);
    System.out.println(table);
    Section.replace(Path.of(System.getProperty("bullpen.inner.document")), "inner", table);
  }

  /** JMH waits for the JVMs it has started; whoever ends this one earlier ends them too. */
  private static void endForksWithUs() {
    Runnable end =
        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(new Thread(end, "shutdown"));
  }

  private static List<String> javaHomes() {
    return Stream.of(System.getProperty("java.home"), System.getProperty("bullpen.inner.jdk", ""))
        .filter(home -> !home.isEmpty())
        .toList();
  }

  private static Options options(String javaHome, Path result) {
    return new OptionsBuilder()
        .jvm(javaHome + "/bin/java")
        .jvmArgs(ProductFlags.of(javaHome))
        .mode(Mode.AverageTime)
        .timeUnit(TimeUnit.MICROSECONDS)
        .forks(JVMS)
        .warmupIterations(1)
        .warmupTime(WARM_UP)
        .measurementIterations(ITERATIONS)
        .measurementTime(ITERATION)
        .timeout(HANGS)
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .resultFormat(ResultFormatType.JSON)
        .result(result.toString())
        .build();
  }
}
