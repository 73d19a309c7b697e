package dev.bullpen.helper.job;

import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the children of a helper are called, read while they are alive: the dead have no command
 * line. For one thread.
 */
final class ProcessNames {
  /** Enough to recognise a command by. */
  private static final int COMMAND_BYTES = 60;

  /** More than these are not looked at; whoever leaves a hundred processes knows of what kind. */
  private static final int MOST = 8;

  private final Map<Integer, String> byPid = new HashMap<>();

  /** Read those of the adopted children but one; none where they are not listed. */
  void readAllBut(int pid) {
    for (int child : adopted()) {
      if (child != pid) {
        read(child);
      }
    }
  }

  private static List<Integer> adopted() {
    try {
      return Self.adoptedChildren();
    } catch (IOException noSuchList) {
      return List.of();
    }
  }

  /** Read that of a child, if it is not known. */
  void read(int pid) {
    if (byPid.size() < MOST && !byPid.containsKey(pid)) {
      ProcFolder.of(pid)
          .flatMap(ProcessNames::command)
          .ifPresent(name -> byPid.put(pid, "\"%s\" (pid %d)".formatted(name, pid)));
    }
  }

  private static Optional<String> command(Path process) {
    return start(process.resolve("cmdline")).or(() -> start(process.resolve("comm")));
  }

  /** The beginning of a file, spaces in the place of ends of words; empty if it is. */
  private static Optional<String> start(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(COMMAND_BYTES + 1);
      String words = new String(bytes, StandardCharsets.UTF_8).replace('\0', ' ').strip();
      return words.isEmpty() ? Optional.empty() : Optional.of(Shown.of(words, COMMAND_BYTES));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Those that are known of some children. */
  List<String> of(List<Integer> pids) {
    return pids.stream().filter(byPid::containsKey).map(byPid::get).toList();
  }
}
