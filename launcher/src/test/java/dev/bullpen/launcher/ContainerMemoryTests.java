package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerMemoryTests {
  private static final String SENTENCE =
      "64 workers need about 1984 MiB of memory, and the container has 256 MiB, so the kernel will"
          + " kill some. Give it more, or ask for --workers 6.";

  private static final String LIMIT = Long.toString(256 * 1024 * 1024);

  @TempDir Path root;

  @Test
  void of_a_container_with_version_2_the_limit_of_any_cgroup_around_counts() throws IOException {
    file("proc/self/cgroup", "0::/a/b\n");
    file("sys/fs/cgroup/a/b/memory.max", "max\n");
    file("sys/fs/cgroup/a/memory.max", LIMIT + "\n");

    assertEquals(Optional.of(SENTENCE), new ContainerMemory(root).objection(64));
    assertEquals(Optional.empty(), new ContainerMemory(root).objection(6));
  }

  @Test
  void of_version_1_the_root_counts_where_the_cgroup_itself_is_not_shown() throws IOException {
    file("proc/self/cgroup", "5:cpu:/x\n4:memory:/docker/7\n0::/\n");
    file("sys/fs/cgroup/memory/memory.limit_in_bytes", LIMIT + "\n");

    assertEquals(Optional.of(SENTENCE), new ContainerMemory(root).objection(64));
  }

  @Test
  void without_a_limit_nothing_is_reported() throws IOException {
    assertEquals(Optional.empty(), new ContainerMemory(root).objection(64));
    file("proc/self/cgroup", "4:memory:/\n0::/\n");
    file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assertEquals(Optional.empty(), new ContainerMemory(root).objection(64));
  }

  private void file(String path, String text) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), text);
  }
}
