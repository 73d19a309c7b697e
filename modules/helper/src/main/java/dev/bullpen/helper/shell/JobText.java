package dev.bullpen.helper.shell;

import dev.bullpen.helper.output.OutputPipes;
import dev.bullpen.posix.Self;
import dev.bullpen.wire.Frame;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the child of a warm shell does to become a job: the lines it reads before it sources the
 * script.
 */
final class JobText {
  /** What the loop of a warm shell calls the descriptor it was told; a script has no such. */
  static final String LOOP_VARIABLE = "n";

  private final StringBuilder text = new StringBuilder(2048);

  private JobText() {}

  /**
   * The text of a job.
   *
   * @param variables of the job, see {@link WarmStart#variables}
   * @param pipes for what it writes, whose writing ends are opened by their names in /proc
   */
  static byte[] of(Frame.Job job, List<String> variables, OutputPipes pipes) {
    JobText text = new JobText();
    text.add("unset ").add(LOOP_VARIABLE).add("\n");
    // Bash counts seconds from the start of the shell, and remembers what -c was.
    text.add("[ -z \"$BASH_VERSION\" ] || { unset BASH_EXECUTION_STRING; SECONDS=0; }\n");
    String descriptors = "/proc/" + Self.pid() + "/fd/";
    text.add("exec </dev/null >").add(descriptors).add(pipes.stdout().writing().number());
    text.add(" 2>").add(descriptors).add(pipes.stderr().writing().number()).add(" || exit 1\n");
    for (String variable : variables) {
      if (WarmStart.isTold(variable)) {
        int value = variable.indexOf('=') + 1;
        text.add("export ").add(variable.substring(0, value)).addQuoted(variable.substring(value));
        text.add("\n");
      }
    }
    text.add("set ").add(options(job.shell())).add("--");
    for (String argument : job.argv().subList(1, job.argv().size())) {
      text.add(" ").addQuoted(bytes(argument));
    }
    text.add("\n. ").addQuoted(bytes(job.argv().get(0))).add("\n");
    return text.text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String options(List<String> shell) {
    String last = shell.get(shell.size() - 1);
    return last.startsWith("-") ? last + " " : "";
  }

  /** A character for each byte. */
  private static String bytes(String value) {
    return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private JobText add(Object words) {
    text.append(words);
    return this;
  }

  private JobText addQuoted(String value) {
    text.append('\'').append(value.replace("'", "'\\''")).append('\'');
    return this;
  }
}
