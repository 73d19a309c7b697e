package dev.bullpen.launcher.script;

import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command as it is shipped, with the JDK that runs these tests. */
abstract class PackagedCommand {
  static final Path PRODUCT =
      Path.of(System.getProperty("bullpen.launcher", "")).toAbsolutePath().normalize();

  static final String EXAMPLE = PRODUCT.resolve("examples/completions").toString();

  static Ran launcher(String... words) {
    return Ran.of(Path.of("/"), environment(), command(words));
  }

  /** The same in this JVM, for what is not about the process. */
  static Ran here(String... words) {
    return here(environment(), words);
  }

  static Ran here(Map<String, String> environment, String... words) {
    return InThisJvm.run(PRODUCT, environment, words);
  }

  /** Runs the prompt of {@code try} with these lines from a pipe. */
  static Ran tried(Path folder, Map<String, String> environment, String lines, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "lines=$1; shift; printf '%s\\n' \"$lines\" | \"$0\" try \"$@\"",
                PRODUCT.resolve("bin/launcher").toString(),
                lines));
    command.addAll(List.of(words));
    return Ran.of(folder, environment, command);
  }

  static List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of(PRODUCT.resolve("bin/launcher").toString()));
    command.addAll(List.of(words));
    return command;
  }

  static Map<String, String> environment() {
    return Map.of(
        "PATH",
        System.getenv("PATH"),
        "JAVA_HOME",
        System.getProperty("java.home"),
        "BULLPEN_REHEARSAL",
        "off");
  }
}
