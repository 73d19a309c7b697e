package dev.bullpen.helper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.helper.Bench;
import dev.bullpen.posix.Child;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts that cannot tell whether they were started, or sourced by a shell held ready. */
@Timeout(60)
class SideBySideTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Each on its own line, for sh and for bash. */
  private static final List<String> SCRIPTS =
      List.of(
          "echo \"$0\"; echo \"$#\"; printf '<%s>' \"$@\"",
          "shift; echo \"$1\"; set -- x y; echo \"$*\"",
          "env | sort | grep -v '^_='",
          "printf '%s' \"$MCP_BYTES\" | od -c",
          "export -p | sed 's/^.* //' | sort",
          "echo \"[$n] [$?] [$PPID] [$OPTIND] [$!]\" | sed \"s/$PPID/parent/\"",
          "pwd; cd /; pwd; echo $OLDPWD",
          "cat; echo $?; [ -t 0 ]; echo $?; readlink /proc/self/fd/0",
          "ls -l /proc/self/fd | wc -l",
          "echo out; echo err >&2; exit 7",
          "exit",
          "false",
          "exit 255",
          "set -e; echo before; false; echo after",
          "set -u; echo before; echo \"$NEVER_SET\"; echo after",
          "trap 'echo trapped $?' EXIT; echo body; exit 3",
          "trap 'echo trapped' EXIT; echo body",
          "trap 'echo usr; exit 9' USR1; sh -c 'kill -USR1 $PPID'; sleep 1; echo late",
          "grep -E '^Sig(Ign|Blk)' /proc/self/status",
          "umask; ulimit -n; ulimit -c",
          "f() { return 4; }; f; echo $?; (exit 5); echo $?",
          "cat <<END\nhere $MCP_A\nEND",
          "echo one | while read -r line; do echo \"<$line>\"; done",
          "sleep 0 & wait $!; echo $?; wait; echo $?",
          "exec echo \"$@\"",
          "exec sh -c 'echo replaced; exit 6'",
          "case $- in *[efu]*) echo options;; esac; set -f; echo /*; set +f",
          "unset MCP_A; env | grep -c MCP_A",
          "printf 'no newline'",
          "head -c 300000 /dev/zero | tr '\\0' x",
          "kill -l TERM; type cd; command -v sh; alias",
          "x=$(kill -9 $$ 2>/dev/null; echo) ; sleep 60",
          "if true; then echo unclosed");

  /** Of bash only. */
  private static final List<String> OF_BASH =
      List.of(
          "[[ ${BASH_SOURCE[0]} == \"$0\" ]] && echo main",
          "echo \"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\"",
          "echo $SHLVL $((SECONDS / 60)) $LINENO; echo $LINENO [$BASH_EXECUTION_STRING]",
          "shopt | sort; set -o",
          "set -euo pipefail; declare -A m=([a]=1); echo \"${m[a]}\"; false | true; echo after",
          "trap 'echo err $LINENO' ERR; false; echo on",
          "mapfile -t lines < <(printf 'a\\nb\\n'); echo \"${#lines[@]}\"",
          "coproc cat; echo \"${#COPROC[@]}\"; exec {COPROC[1]}>&-; wait",
          "local x=1",
          "a=(1 2 3); echo \"${a[@]: -1}\" ${RANDOM:+random}");

  @TempDir Path temporary;
  private Path folder;
  private long lastJob;

  @AfterEach
  void nothing_is_left() throws IOException {
    assertFalse(Child.any());
  }

  private record Told(boolean signalled, int code, String stdout, String stderr) {}

  static Stream<Arguments> scripts() {
    List<Arguments> all = new ArrayList<>();
    for (List<String> shell : List.of(List.of("/bin/sh"), List.of("/bin/bash"))) {
      SCRIPTS.forEach(text -> all.add(Arguments.of(shell, text)));
    }
    SCRIPTS.subList(0, 12).forEach(t -> all.add(Arguments.of(List.of("/bin/sh", "-eu"), t)));
    for (List<String> shell :
        List.of(
            List.of("/bin/bash"), List.of("/usr/bin/env", "bash"), List.of("/bin/bash", "-e"))) {
      OF_BASH.forEach(text -> all.add(Arguments.of(shell, text)));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void a_script_says_and_does_the_same(List<String> shell, String text) throws Exception {
    folder = temporary.toRealPath();
    Path script = folder.resolve("it's a script");
    write(script, shell, ":");
    try (Bench helper = new Bench()) {
      helper.send(job(script, List.of()));
      helper.untilFree();
      warmUp(helper, script, shell);
      write(script, shell, text);
      Told started = told(helper, job(script, List.of()));
      Told sourced = told(helper, job(script, shell));
      assertEquals(started, sourced);
    }
  }

  /** What the contract lists. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/bin/sh   | exec sh -c \"[ \\$\\$ = $$ ] && echo own\" | own | ''",
        "/bin/bash | [ $$ = $BASHPID ] && echo own | own | ''",
        "/bin/bash | echo $BASH_SUBSHELL ${#BASH_SOURCE[@]} | 0 1 | 1 2",
        "/bin/bash | case $- in *c*) echo c;; esac | '' | c",
        "/bin/bash | (return 0 2>/dev/null) && echo sourced | '' | sourced",
        "/bin/bash | return 0 2>/dev/null; echo on | on | ''",
        "/bin/sh   | return 0; echo on | '' | ''",
        "/bin/bash | read -r _ _ _ _ group _ </proc/$BASHPID/stat; [ $group = $BASHPID ] && echo leads | leads | ''"
      })
  void what_differs_differs(String shell, String text, String started, String sourced)
      throws Exception {
    folder = temporary.toRealPath();
    Path script = folder.resolve("script");
    write(script, List.of(shell), ":");
    try (Bench helper = new Bench()) {
      warmUp(helper, script, List.of(shell));
      write(script, List.of(shell), text);
      assertEquals(started, told(helper, job(script, List.of())).stdout().strip());
      assertEquals(sourced, told(helper, job(script, List.of(shell))).stdout().strip());
    }
  }

  private static void write(Path script, List<String> shell, String text) throws IOException {
    Files.writeString(script, "#!%s\n%s\n".formatted(String.join(" ", shell), text));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Frame.Job job(Path script, List<String> shell) throws IOException {
    StringBuilder bytes = new StringBuilder();
    for (char octet = 1; octet < 256; octet++) {
      bytes.append(octet);
    }
    String environment =
        "PATH=/usr/bin:/bin\0HOME=/\0BULLPEN_JOB=1\0MCP_A=it's \"a\" $value\0MCP_EMPTY=\0"
            + "MCP-ODD=x\0OTHER=y\0MCP_BYTES="
            + bytes
            + "\0";
    return new Frame.Job(
        ++lastJob,
        List.of(script.toString(), "one", "", "it's two\nlines", "ü"),
        List.of(),
        shell,
        folder.toString(),
        environment.getBytes(StandardCharsets.ISO_8859_1),
        1_000_000,
        0,
        10_000,
        Optional.empty());
  }

  private void warmUp(Bench helper, Path script, List<String> shell) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    int last = 0;
    while (System.nanoTime() < until) {
      helper.send(job(script, shell));
      int group = Bench.only(helper.untilFree(), Frame.Started.class).pid();
      if (group == last) {
        return;
      }
      last = group;
    }
    throw new AssertionError("no shell was held ready");
  }

  private static Told told(Bench helper, Frame.Job job) throws IOException {
    helper.send(job);
    List<Frame> frames = helper.untilFree();
    Frame.Exited exited = Bench.only(frames, Frame.Exited.class);
    return new Told(
        exited.signalled(),
        exited.code(),
        Bench.output(frames, Frame.Stream.STDOUT),
        // Where dash says what is wrong in a sourced file, it names the file, too.
        Bench.output(frames, Frame.Stream.STDERR).replace(": " + job.argv().get(0) + ": ", ": "));
  }
}
