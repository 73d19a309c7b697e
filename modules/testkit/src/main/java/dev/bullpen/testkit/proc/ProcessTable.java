package dev.bullpen.testkit.proc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every process of the machine at (nearly) one instant: processes that start while the table is
 * being read may be missing from it.
 */
public final class ProcessTable {
  private final Map<Integer, Proc> byPid;

  ProcessTable(Map<Integer, Proc> byPid) {
    this.byPid = byPid;
  }

  /** Read it now. */
  public static ProcessTable now() {
    Map<Integer, Proc> byPid = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path entry : entries) {
        int pid = Integer.parseInt(entry.getFileName().toString());
        Proc.read(pid).ifPresent(process -> byPid.put(pid, process));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be listed: is it mounted?", e);
    }
    return new ProcessTable(byPid);
  }

  /** All of them, by ascending pid. */
  public List<Proc> all() {
    return List.copyOf(byPid.values());
  }

  /** Direct children, zombies included. */
  public List<Proc> children(long pid) {
    return byPid.values().stream().filter(process -> process.parent() == pid).toList();
  }

  /** Children, their children and so on, zombies included; {@code pid} itself is not among them. */
  public List<Proc> below(long pid) {
    List<Proc> found = new ArrayList<>();
    Deque<Proc> open = new ArrayDeque<>(children(pid));
    while (!open.isEmpty()) {
      Proc process = open.pop();
      found.add(process);
      open.addAll(children(process.pid()));
    }
    return found;
  }

  /** One line per process below {@code pid} and for itself, indented by depth. */
  public String tree(long pid) {
    StringBuilder out = new StringBuilder();
    Proc root = byPid.get((int) pid);
    out.append(root == null ? pid + " is gone" : root.toString()).append('\n');
    branch(out, pid, 1);
    return out.toString();
  }

  private void branch(StringBuilder out, long pid, int depth) {
    for (Proc child : children(pid)) {
      out.append("  ".repeat(depth)).append(child).append('\n');
      branch(out, child.pid(), depth + 1);
    }
  }
}
