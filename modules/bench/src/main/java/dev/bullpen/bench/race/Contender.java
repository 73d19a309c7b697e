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
 * @param completion the prompt whose argument {@code query} the script completes
 * @param tool the tool that is the other script
 */
record Contender(
    String name,
    List<String> command,
    Map<String, String> environment,
    String completion,
    String tool) {

  static Contender of(String name, List<String> command, Map<String, String> environment) {
    return new Contender(name, command, environment, Course.COMPLETION, Course.TOOL);
  }

  /** The same with other scripts. */
  Contender with(String otherName, String otherCompletion, String otherTool) {
    return new Contender(otherName, command, environment, otherCompletion, otherTool);
  }

  /** The same on another JDK. */
  Contender on(String otherName, String javaHome) {
    Map<String, String> there = new TreeMap<>(environment);
    there.put("JAVA_HOME", javaHome);
    return new Contender(otherName, command, there, completion, tool);
  }
}
