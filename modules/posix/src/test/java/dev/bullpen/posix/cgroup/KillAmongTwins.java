package dev.bullpen.posix.cgroup;

import static org.awaitility.Awaitility.await;

import dev.bullpen.posix.Ran;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.Spawn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Runs in a pid namespace of its own, where /proc shows the numbers of the one around it. Starts a
 * program in a cgroup, and a bystander that has here the number under which /proc shows that
 * program. Then it calls {@link Cgroup#killLeaderless}, and prints which of the two has ended.
 */
final class KillAmongTwins {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** In which the bystander would have ended, had it been signalled. */
  private static final Duration CONTROL = Duration.ofMillis(200);

  /** The next number is one greater, unless a thread of this JVM takes it. */
  private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

  private static final int TRIES = 20;

  private KillAmongTwins() {}

  /** Words: the file that lets the program go on, its state after that, and its command. */
  public static void main(String[] words) throws IOException {
    Cgroup cgroup = Cgroup.own().make("bullpen-posix-twins-" + System.nanoTime());
    int inside = Spawn.spawn(Ran.request(Map.of(), Arrays.copyOfRange(words, 2, words.length)));
    cgroup.take(inside);
    Files.createFile(Path.of(words[0]));
    Path shown = ProcFolder.of(inside).orElseThrow();
    await()
        .atMost(PATIENCE)
        .until(() -> Files.readString(shown.resolve("status")).contains("State:\t" + words[1]));
    Optional<Integer> twin = twin(Integer.parseInt(shown.getFileName().toString()));
    if (twin.isPresent()) {
      cgroup.killLeaderless();
      System.out.printf(
          "inside ended: %s, bystander ended: %s%n",
          Child.awaitEnd(inside, PATIENCE), Child.awaitEnd(twin.get(), CONTROL));
      end(twin.get());
    } else {
      System.out.println("no process got the number " + shown);
    }
    end(inside);
    cgroup.remove();
  }

  /** A process with that number here. */
  private static Optional<Integer> twin(int number) throws IOException {
    for (int tries = 0; tries < TRIES; tries++) {
      Files.writeString(LAST_PID, Integer.toString(number - 1));
      int pid = Spawn.spawn(Ran.request(Map.of(), "/bin/sleep", "600"));
      if (pid == number) {
        return Optional.of(pid);
      }
      end(pid);
    }
    return Optional.empty();
  }

  private static void end(int pid) throws IOException {
    Child.signal(pid, Signal.KILL);
    Child.await(pid);
  }
}
