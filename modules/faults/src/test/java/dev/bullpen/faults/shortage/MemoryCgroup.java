package dev.bullpen.faults.shortage;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A container's memory: a cgroup of version 1 or 2 whose processes share so much and no more, where
 * somebody may make one.
 */
final class MemoryCgroup implements AutoCloseable {
  /** Where they are made, and what their bound is called there. */
  private static final Map<Path, String> PLACES =
      Map.of(
          Path.of("/sys/fs/cgroup/memory"), "memory.limit_in_bytes",
          Path.of("/sys/fs/cgroup"), "memory.max");

  private static final Duration EMPTY_WITHIN = Duration.ofSeconds(10);
  private static final AtomicInteger MADE = new AtomicInteger();

  private final Path folder;

  private MemoryCgroup(Path folder) {
    this.folder = folder;
  }

  /** Empty where there is no such cgroup to be had. */
  static Optional<MemoryCgroup> of(int mebibytes) {
    String name =
        "bullpen-test-%d-%d".formatted(ProcessHandle.current().pid(), MADE.incrementAndGet());
    for (Map.Entry<Path, String> place : PLACES.entrySet()) {
      MemoryCgroup made = new MemoryCgroup(place.getKey().resolve(name));
      try {
        Files.createDirectory(made.folder);
        Path bound = made.folder.resolve(place.getValue());
        if (Files.exists(bound)) {
          Files.writeString(bound, Long.toString((long) mebibytes << 20));
          return Optional.of(made);
        }
        made.close();
      } catch (IOException e) {
        made.close(); // not here, or not for us
      }
    }
    return Optional.empty();
  }

  /** Words before a command that become it, in here. */
  String[] starter() {
    return new String[] {
      "/bin/sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", folder.resolve("cgroup.procs").toString()
    };
  }

  /** Remove it, once its processes are gone. */
  @Override
  public void close() {
    if (!Poll.until(Deadline.in(EMPTY_WITHIN), this::remove)) {
      throw new AssertionError("somebody is left in " + folder);
    }
  }

  private boolean remove() {
    try {
      return Files.deleteIfExists(folder) || true;
    } catch (IOException e) {
      return false;
    }
  }
}
