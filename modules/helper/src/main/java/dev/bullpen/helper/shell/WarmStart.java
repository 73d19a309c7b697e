package dev.bullpen.helper.shell;

import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a warm shell is started with. It can do a job that would be started with the same.
 *
 * <p>Of the environment that is all but what a job is told in variables of its own ({@link
 * #isTold}): what else there is may mean something to the shell, to its loader or to its C library,
 * and is heeded at a start only.
 *
 * @param shell the words of the script's first line
 * @param script its absolute path
 * @param directory absolute
 * @param folder which folder that is at the moment
 * @param environment {@code NAME=value} texts, a character for each byte, sorted
 */
record WarmStart(
    List<String> shell, String script, String directory, Object folder, List<String> environment) {
  /**
   * What a warm shell would not give its jobs as a started one does: what bash reads before each
   * script, a warm one only once; the variable of its own loop; and functions that bash has
   * inherited in the place of what its loop and {@link JobText} say.
   */
  private static final List<String> FOR_STARTED_ONES =
      Stream.concat(
              Stream.of("BASH_ENV=", JobText.LOOP_VARIABLE + "="),
              Stream.of("read", "echo", "unset", "exec", "exit", "export", "set", ".", "[")
                  .flatMap(word -> Stream.of("%%=", "()=").map(end -> "BASH_FUNC_" + word + end)))
          .toList();

  /**
   * What a job would be started with.
   *
   * @param variables of the job, see {@link #variables}
   * @return empty if a shell that does this job must be started for it
   */
  static Optional<WarmStart> of(Frame.Job job, List<String> variables) {
    List<String> environment = new ArrayList<>();
    for (String variable : variables) {
      if (isForStartedOnes(variable)) {
        return Optional.empty();
      }
      if (!isTold(variable)) {
        environment.add(variable);
      }
    }
    Collections.sort(environment);
    return folder(job.directory())
        .map(
            folder ->
                new WarmStart(
                    job.shell(), job.argv().get(0), job.directory(), folder, environment));
  }

  private static boolean isForStartedOnes(String variable) {
    if (!variable.startsWith("BASH_") && !variable.startsWith(JobText.LOOP_VARIABLE)) {
      return false; // as nearly all: this is asked of each variable of each job
    }
    for (String beginning : FOR_STARTED_ONES) {
      if (variable.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  /** {@code NAME=value} texts, a character for each byte. */
  static List<String> variables(byte[] block) {
    List<String> variables = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < block.length; at++) {
      if (block[at] == 0) {
        variables.add(new String(block, from, at - from, StandardCharsets.ISO_8859_1));
        from = at + 1;
      }
    }
    return variables;
  }

  /**
   * Whether a variable differs from job to job, and means nothing to a shell: a name that begins
   * with {@code MCP}, as all that scripts are told do, or the job's marker.
   */
  static boolean isTold(String variable) {
    int equals = variable.indexOf('=');
    if (!variable.startsWith("MCP")) {
      return variable.startsWith("BULLPEN_JOB=");
    }
    for (int i = 0; i < equals; i++) {
      char letter = variable.charAt(i);
      boolean plain =
          letter >= 'A' && letter <= 'Z'
              || letter >= 'a' && letter <= 'z'
              || letter >= '0' && letter <= '9'
              || letter == '_';
      if (!plain) {
        return false; // a shell could not set it
      }
    }
    return true;
  }

  /** Which folder bears that name now: a shell that is in it keeps its number from being reused. */
  private static Optional<Object> folder(String directory) {
    try {
      return Optional.ofNullable(
          Files.readAttributes(Path.of(directory), BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return Optional.empty(); // a start says why
    }
  }

  /** Whether the folder is still the one it was. */
  boolean isCurrent() {
    return folder(directory).filter(folder::equals).isPresent();
  }
}
