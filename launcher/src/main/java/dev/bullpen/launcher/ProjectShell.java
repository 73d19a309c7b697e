package dev.bullpen.launcher;

import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.registration.ProjectHook;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs shell scripts of a project for a command that has no server: one at a time, each in its own
 * bash, with a time limit. Leaves no process.
 *
 * @param root the project's folder, in which scripts run
 */
public record ProjectShell(Path root) implements ProjectHook {
  /** In KiB; larger than any file that a registration writes. */
  private static final String FILE_BOUND = "1048576";

  /** $1 is a file for the output, the rest is the command. */
  private static final String INTO_FILE =
      "ulimit -f " + FILE_BOUND + "; out=$1; shift; exec \"$@\" >\"$out\"";

  /**
   * $1 is a file for what the listing prints, the rest are scripts, which set variables. Without
   * that file a script has ended the shell.
   */
  private static final String SOURCE =
      "__out=$1; shift; for __file; do . \"$__file\" || exit; done >&2; %s >\"$__out\"";

  private static final Duration SOURCE_LIMIT = Duration.ofSeconds(30);

  private static final int FAILED = 1;

  @Override
  public Outcome run(List<String> command, Map<String, String> environment)
      throws InterruptedException {
    try (OwnedFolder folder = OwnedFolder.make()) {
      Path out = Files.createFile(folder.path().resolve("out"));
      List<String> words = new ArrayList<>(bash(environment, INTO_FILE));
      words.add(out.toString());
      words.addAll(command);
      Optional<ShortRun.Result> end = new ShortRun(environment, TIME_LIMIT).runAlone(words, root);
      byte[] printed = head(out);
      if (printed.length > OUTPUT_BYTES) {
        return failed("it wrote more than %d bytes".formatted(OUTPUT_BYTES));
      }
      return new Outcome(
          end.map(ShortRun.Result::exitCode).orElse(FAILED),
          printed,
          end.map(ShortRun.Result::output).orElse("").getBytes(StandardCharsets.UTF_8),
          end.isEmpty());
    } catch (IOException e) {
      return failed(String.valueOf(e));
    }
  }

  /** All that was printed, or so much that it is too much. */
  private static byte[] head(Path out) throws IOException {
    try (InputStream in = Files.newInputStream(out)) {
      return in.readNBytes(OUTPUT_BYTES + 1);
    }
  }

  private static Outcome failed(String why) {
    return new Outcome(FAILED, new byte[0], why.getBytes(StandardCharsets.UTF_8), false);
  }

  /** The environment after a shell has read scripts. */
  public Map<String, String> source(List<Path> scripts, Map<String, String> environment)
      throws IOException {
    return source(scripts, "env -0", environment);
  }

  /**
   * The variables after a shell has read scripts.
   *
   * @param listing a command of bash that prints NAME=VALUE and NUL for each that is wanted
   * @throws IOException with a sentence if a script fails, which includes its output
   */
  public Map<String, String> source(
      List<Path> scripts, String listing, Map<String, String> environment) throws IOException {
    try (OwnedFolder folder = OwnedFolder.make()) {
      Path out = folder.path().resolve("variables");
      List<String> words = new ArrayList<>(bash(environment, SOURCE.formatted(listing)));
      words.add(out.toString());
      scripts.forEach(script -> words.add(script.toString()));
      Optional<ShortRun.Result> end = new ShortRun(environment, SOURCE_LIMIT).runAlone(words, root);
      if (end.isEmpty()) {
        throw unread(scripts, "did not end within %d s".formatted(SOURCE_LIMIT.toSeconds()));
      }
      if (end.get().exitCode() != 0) {
        throw unread(scripts, failure(end.get()));
      }
      if (Files.notExists(out)) {
        throw unread(scripts, "ended before its end (exit)");
      }
      return variables(Files.readString(out));
    }
  }

  private static IOException unread(List<Path> scripts, String why) {
    String names = String.join(", ", scripts.stream().map(Path::toString).toList());
    return new IOException("reading %s %s. Let it set variables only.".formatted(names, why));
  }

  private static String failure(ShortRun.Result end) {
    return "failed with exit code %d: %s".formatted(end.exitCode(), end.output().strip());
  }

  private static Map<String, String> variables(String listed) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String line : listed.split("\0")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        variables.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }

  /** The words that begin a command line; its arguments follow. */
  public static List<String> bash(Map<String, String> environment, String script) {
    String program =
        new SearchPath(environment).find("bash").map(Path::toString).orElse("/bin/bash");
    return List.of(program, "-c", script, "bash");
  }
}
