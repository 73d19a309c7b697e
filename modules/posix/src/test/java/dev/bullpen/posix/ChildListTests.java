package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

@EnabledOnOs(OS.LINUX)
class ChildListTests {
  private static final Path PROC = Path.of("/proc");

  /** Without care for it, nearly each shows it. */
  private static final int ROUNDS = 100;

  private final List<Integer> started = new ArrayList<>();

  private int start(String... argv) throws PosixException {
    return start(Map.of(), argv);
  }

  private int start(Map<Integer, Integer> descriptors, String... argv) throws PosixException {
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                List.of(argv),
                EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                Optional.empty(),
                descriptors,
                SpawnRequest.Placement.GROUP));
    started.add(pid);
    return pid;
  }

  private void end(int pid) throws PosixException {
    new ProcessGroup(pid).signal(Signal.KILL);
    Child.await(pid);
    started.remove((Integer) pid);
  }

  @AfterEach
  void all_that_was_started_is_ended() throws IOException {
    for (int pid : List.copyOf(started)) {
      end(pid);
    }
    while (Child.any()) { // adopted
      for (int pid : Self.children()) {
        Child.signal(pid, Signal.KILL);
        Child.awaitUnlessTaken(pid);
      }
    }
  }

  @Test
  void it_tells_whoever_this_thread_has_started_until_he_is_waited_for() throws Exception {
    try (ChildList list = ChildList.ofThisThread()) {
      assertEquals(List.of(), list.now());
      int one = start("/bin/sleep", "60");
      assertEquals(List.of(one), list.now());
      int other = start("/bin/true");
      Child.awaitEnd(other);
      assertEquals(List.of(one, other), list.now());
      end(other);
      assertEquals(List.of(one), list.now());
      end(one);
      assertEquals(List.of(), list.now());
    }
  }

  @Test
  void it_tells_nobody_whom_another_thread_has_started() throws Exception {
    try (ChildList list = ChildList.ofThisThread()) {
      CompletableFuture<Integer> pid = new CompletableFuture<>();
      CompletableFuture<Void> over = new CompletableFuture<>();
      Thread other =
          new Thread(
              () -> {
                try {
                  pid.complete(start("/bin/sleep", "60"));
                } catch (PosixException e) {
                  pid.completeExceptionally(e);
                }
                over.join();
              });
      other.start();
      int started = pid.get();
      assertEquals(List.of(), list.now());
      assertTrue(Self.children().contains(started));
      over.complete(null);
      other.join();
      end(started);
    }
  }

  @Test
  void whoever_is_adopted_is_on_the_list_of_the_adopted() throws Exception {
    Self.becomeSubReaper();
    Pipe said = Pipe.open();
    int parent =
        start(Map.of(1, said.writing().number()), "/bin/sh", "-c", "sleep 60 >/dev/null & echo $!");
    said.writing().close();
    String orphan =
        new String(new ReadBuffer().readFrom(said.reading()), StandardCharsets.US_ASCII).strip();
    said.close();
    Child.await(parent);
    started.remove((Integer) parent);
    try (ChildList list = ChildList.ofAdopted()) {
      assertEquals(List.of(Integer.valueOf(orphan)), list.now());
    }
  }

  @Test
  void of_very_many_it_tells_the_first() throws Exception {
    try (ChildList list = ChildList.ofThisThread()) {
      for (int i = 0; i < 150; i++) {
        start("/bin/true");
      }
      List<Integer> now = list.now();
      assertEquals(started.subList(0, now.size()), now);
      assertTrue(now.size() > 50, now.toString());
    }
  }

  @Test
  void of_a_process_that_is_no_more_there_is_none() throws Exception {
    int pid = start("/bin/sleep", "60");
    try (ChildList list = ChildList.of(pid)) {
      assertEquals(List.of(), list.now());
      end(pid);
      assertEquals(List.of(), list.now());
    }
    assertThrows(IOException.class, () -> ChildList.of(pid));
  }

  @Test
  void of_all_children_none_is_missed_while_the_thread_that_has_started_him_ends()
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      CompletableFuture<Path> task = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  start("/bin/sleep", "60");
                  task.complete(PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self"))));
                } catch (IOException e) {
                  task.completeExceptionally(e);
                }
              });
      thread.start();
      Path ending = task.get();
      boolean there;
      do {
        there = Files.exists(ending);
        assertEquals(started, Self.children(), "in round " + round);
      } while (there);
      thread.join();
      end(started.get(0));
    }
  }
}
