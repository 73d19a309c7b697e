package dev.bullpen.project.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The way of a path as the system goes it, link by link.
 *
 * @param folders in which a name on the way is looked up, the last first; none is a link
 * @param links on the way
 * @param end where it leads, with no link in it; nothing need be there
 */
record PathWalk(List<Path> folders, List<Path> links, Path end) {
  /** As many as Linux follows; see path_resolution(7). */
  private static final int MOST_LINKS = 40;

  /**
   * Walk.
   *
   * @param path absolute; its {@code ..} are those of the folders that links lead to
   */
  static PathWalk of(Path path) {
    List<Path> folders = new ArrayList<>();
    List<Path> links = new ArrayList<>();
    Deque<Path> names = new ArrayDeque<>();
    path.forEach(names::add);
    Path at = path.getRoot();
    while (!names.isEmpty()) {
      Path name = names.poll();
      if (name.toString().equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
        continue;
      }
      if (name.toString().equals(".") || name.toString().isEmpty()) {
        continue;
      }
      folders.add(at);
      Path next = at.resolve(name);
      Path target = links.size() < MOST_LINKS ? target(next) : next;
      if (target.equals(next)) {
        at = next;
        continue;
      }
      links.add(next);
      for (int i = target.getNameCount() - 1; i >= 0; i--) {
        names.push(target.getName(i));
      }
      at = target.isAbsolute() ? target.getRoot() : at;
    }
    Collections.reverse(folders);
    return new PathWalk(List.copyOf(folders), List.copyOf(links), at);
  }

  /** Where a link leads; the same path if it is none. */
  private static Path target(Path path) {
    try {
      return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : path;
    } catch (IOException e) {
      return path; // gone since
    }
  }
}
