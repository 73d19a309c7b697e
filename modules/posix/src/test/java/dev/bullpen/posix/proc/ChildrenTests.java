package dev.bullpen.posix.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What {@link Self} says of the children of this process. */
@EnabledOnOs(OS.LINUX)
class ChildrenTests {
  private static final Path PROC = Path.of("/proc");

  /** Without care for it, nearly each shows it. */
  private static final int ROUNDS = 100;

  private static int start(Map<Integer, Integer> descriptors, String... argv)
      throws PosixException {
    return Spawn.spawn(
        new SpawnRequest(
            List.of(argv),
            EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
            Optional.empty(),
            descriptors,
            SpawnRequest.Placement.GROUP));
  }

  @AfterEach
  void all_that_was_started_is_ended() throws IOException {
    while (Child.any()) {
      for (int pid : Self.children()) {
        Child.signal(pid, Signal.KILL);
        Child.awaitEnd(pid);
        Child.reap(pid);
      }
    }
  }

  @Test
  void an_orphan_is_on_the_list_of_the_adopted() throws Exception {
    Self.becomeSubReaper();
    Pipe said = Pipe.open();
    int parent =
        start(Map.of(1, said.writing().number()), "/bin/sh", "-c", "sleep 60 >/dev/null & echo $!");
    said.writing().close();
    String orphan =
        new String(new IoBuffer().readFrom(said.reading()), StandardCharsets.US_ASCII).strip();
    said.close();
    Child.await(parent);
    assertEquals(List.of(Integer.valueOf(orphan)), Self.adoptedChildren());
  }

  @Test
  void no_child_is_missed_while_the_thread_that_has_started_it_ends() throws Exception {
    List<Path> tasks = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      CompletableFuture<Integer> started = new CompletableFuture<>();
      Thread thread = new Thread(() -> startSleep(started, tasks));
      thread.start();
      int child = started.get();
      boolean there;
      do {
        there = Files.exists(tasks.get(round));
        assertEquals(List.of(child), Self.children(), "in round " + round);
      } while (there);
      thread.join();
      Child.signal(child, Signal.KILL);
      Child.await(child);
    }
  }

  private static void startSleep(CompletableFuture<Integer> started, List<Path> tasks) {
    try {
      int child = start(Map.of(), "/bin/sleep", "60");
      tasks.add(PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self"))));
      started.complete(child);
    } catch (IOException e) {
      started.completeExceptionally(e);
    }
  }
}
