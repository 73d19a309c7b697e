package dev.bullpen.bench.inner;

import dev.bullpen.project.completion.MatchIndex;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.completion.MatchIndex.Matches;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The best hundred of ten thousand names such as {@code cache_file-4711}. */
@State(Scope.Benchmark)
public class MatchBenchmark {
  private static final List<String> WORDS =
      List.of(
          "get", "status", "user", "file", "index", "server", "cache", "report", "path", "list");

  private static final int VALUES = 10_000;

  /** As many as an answer may have. */
  private static final int WANTED = 100;

  /** Any: the same values in every run. */
  private static final long SEED = 7;

  private final MatchIndex index = MatchIndex.of(values());

  private static List<String> values() {
    Random random = new Random(SEED);
    List<String> values = new ArrayList<>();
    for (int number = 0; number < VALUES; number++) {
      values.add(word(random) + "_" + word(random) + "-" + number);
    }
    return values;
  }

  private static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  @Benchmark
  public Matches ten_thousand_values_fuzzy() {
    return index.find("gst", MatchMode.FUZZY, 0, WANTED);
  }
}
