package dev.bullpen.bench.race;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server in the race.
 *
 * @param name for the table
 * @param command starts it; it speaks on its standard input and output
 * @param environment beyond ours
 */
record Contender(String name, List<String> command, Map<String, String> environment) {
  /** The same on another JDK. */
  Contender on(String otherName, String javaHome) {
    Map<String, String> there = new TreeMap<>(environment);
    there.put("JAVA_HOME", javaHome);
    return new Contender(otherName, command, there);
  }
}
