package dev.bullpen.match;

import java.util.Arrays;
import java.util.Random;

/**
 * Prints what a look costs: {@code java -cp target/classes:target/test-classes
 * dev.bullpen.match.MatchFigures}, with the options of the supervisor's JVM ({@code
 * -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.5 -Xms8m -Xmx256m}).
 */
final class MatchFigures {
  private static final String[] WORDS = {
    "get", "status", "user", "name", "file", "index", "server", "client", "request", "error",
    "cache", "value", "match", "report", "path", "list", "table", "event", "order", "item"
  };
  private static final String[] QUERIES = {
    "e", "s", "ge", "er", "gst", "usr", "status", "getstat", "rpt", "xq", "cachevalue", "úsr"
  };
  private static final int ROUNDS = 41;
  private static final int SHOWN = 100;

  private MatchFigures() {}

  public static void main(String[] arguments) {
    for (int size : new int[] {10_000, 1_000_000}) {
      long begun = System.nanoTime();
      MatchIndexBuilder builder = new MatchIndexBuilder(Integer.MAX_VALUE - 8);
      Random random = new Random(7);
      for (int i = 0; builder.size() < size; i++) {
        builder.add(name(random, i));
      }
      MatchIndex index = builder.build();
      System.out.printf(
          "%d values, %.1f MB, made in %d ms%n",
          index.size(), index.bytes() / 1e6, (System.nanoTime() - begun) / 1_000_000);
      for (MatchMode mode : MatchMode.values()) {
        for (String query : QUERIES) {
          print(index, mode, query);
        }
      }
    }
  }

  private static String name(Random random, int number) {
    StringBuilder name = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      String word = WORDS[random.nextInt(WORDS.length)];
      boolean hump = number % 2 == 0 && part > 0;
      name.append(hump ? Character.toUpperCase(word.charAt(0)) : word.charAt(0));
      name.append(word, 1, word.length());
      if (number % 2 == 1) {
        name.append(part < 2 ? "_" : "-");
      }
    }
    return name.append(number % 1009 == 0 ? "ö" : "").append(number).toString();
  }

  private static void print(MatchIndex index, MatchMode mode, String query) {
    long[] took = new long[ROUNDS];
    Matches matches = null;
    for (int i = 0; i < ROUNDS; i++) {
      long begun = System.nanoTime();
      matches = index.find(query, mode, 0, SHOWN);
      took[i] = System.nanoTime() - begun;
    }
    long first = took[0];
    Arrays.sort(took);
    System.out.printf(
        "  %-9s %-10s median %8.3f ms, first %8.3f, most %8.3f, %7d fit%n",
        mode.word(),
        query,
        took[ROUNDS / 2] / 1e6,
        first / 1e6,
        took[ROUNDS - 1] / 1e6,
        matches.total());
  }
}
