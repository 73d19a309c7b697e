package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The folders with the files of a project: the project folder itself without its subfolders, so
 * that parts may appear and disappear, and each part with everything below it.
 *
 * <p>As in {@link FolderListing}, hidden folders are left out and symbolic links are not followed.
 * But a part may itself be a link within the project, and the path of a part that the operator put
 * elsewhere may contain links. In the folders along such a path, only the names on the path matter.
 *
 * @param root the project folder
 * @param parts the parts, each with everything below it
 * @param files files of the project outside of its parts, existing or not; may include links in the
 *     parts to such files
 */
public record WatchedFolders(Path root, List<Folder> parts, Set<Path> files) {
  /**
   * The most files and folders: twice what {@link FolderListing#MAX_FILES} lets a project publish,
   * and about a second of scanning.
   */
  public static final int MAX_ENTRIES = 100_000;

  /** The most links on the path of one part, as in Linux. */
  private static final int MAX_LINKS = 40;

  /** The parts that no variable can move. */
  private static final List<String> ALWAYS_INSIDE = List.of("config", "completions");

  /** The sources may name files anywhere. */
  public static WatchedFolders of(Layout layout, Catalog.Sources sources) {
    Path root = layout.root().path();
    Set<Folder> parts =
        new LinkedHashSet<>(
            List.of(
                layout.tools(),
                layout.server(),
                layout.prompts(),
                layout.resources(),
                layout.ui(),
                new Folder(layout.providers(), layout.providers())));
    ALWAYS_INSIDE.forEach(name -> parts.add(new Folder(root.resolve(name), root)));
    Set<Path> files = new HashSet<>(sources.registeredFiles());
    files.removeIf(file -> parts.stream().anyMatch(part -> file.startsWith(part.path())));
    files.addAll(sources.links());
    return new WatchedFolders(root, List.copyOf(parts), Set.copyOf(files));
  }

  /** Whether a file or folder with this name never belongs to a project. */
  public static boolean isHidden(Path name) {
    return name.toString().startsWith(".");
  }

  public interface Visitor {
    /**
     * Visit a folder before it is listed: files that appear later are either listed, or noticed by
     * a watch that starts now.
     *
     * @param only the only name that matters in it; empty if all do
     * @throws FileSystemException if this folder cannot be watched; its content is then not visited
     * @throws IOException if no folder can be watched
     */
    default void folder(Path folder, Optional<Path> only) throws IOException {}

    /** Visit a file or folder; returns whether it is a folder. */
    boolean see(Path entry);
  }

  /**
   * Visit everything, possibly some of it twice.
   *
   * @return whether that was everything; false if there was more than {@link #MAX_ENTRIES}, or a
   *     folder could not be read for a temporary reason
   * @throws IOException if the project folder has gone, or from the visitor
   */
  public boolean visit(Visitor visitor) throws IOException {
    return visit(visitor, MAX_ENTRIES);
  }

  public boolean visit(Visitor visitor, int maxEntries) throws IOException {
    visitor.folder(root, Optional.empty());
    Tour tour = new Tour(visitor, maxEntries);
    tour.list(root, new ArrayDeque<>());
    for (Folder part : parts) {
      Path path = part.path();
      boolean isSeenInRoot = root.equals(path.getParent()) && !isHidden(path.getFileName());
      if (!isSeenInRoot || Files.isSymbolicLink(path)) {
        showTheWay(path, !part.boundary().equals(path), visitor, 0);
      }
      tour.walk(part);
    }
    for (Path file : files) {
      showTheWay(file, true, visitor, 0);
    }
    return tour.complete;
  }

  /**
   * Visit the folders that decide where a path leads: for each link on it the folder that contains
   * the link, and finally the folder with the target, or with the first name that does not exist.
   * An entry is visited after its folder, so that one created in between is not missed.
   *
   * @param to may have {@code ..} after a link
   * @param inside whether to stop where the path leaves the project
   * @param links the number of links followed
   */
  private void showTheWay(Path to, boolean inside, Visitor visitor, int links) throws IOException {
    // The project is identified by its real path.
    Path at = to.startsWith(root) && !to.equals(root) ? root : to.getRoot();
    for (int i = at.getNameCount(); i < to.getNameCount() && links <= MAX_LINKS; i++) {
      if (inside && !at.startsWith(root)) {
        return;
      }
      boolean isLast = i == to.getNameCount() - 1;
      Path name = to.getName(i);
      Path next = at.resolve(name).normalize();
      if (isLast || !Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
        show(at, name, visitor);
      }
      if (Files.isSymbolicLink(next)) {
        Path target = at.resolve(target(next));
        Path further = isLast ? target : target.resolve(to.subpath(i + 1, to.getNameCount()));
        showTheWay(further, inside, visitor, links + 1);
        return;
      }
      if (!Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      at = next;
    }
  }

  /** The target of a link; the link itself if it has just gone, which its folder reports. */
  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException gone) {
      return link.getFileName();
    }
  }

  private void show(Path folder, Path name, Visitor visitor) throws IOException {
    if (folder.equals(root) && !isHidden(name)) {
      return; // it is visited with everything in it
    }
    try {
      visitor.folder(folder, Optional.of(name));
    } catch (FileSystemException unreadable) {
      // If the server may not read the folder, the part itself is watched.
    }
    visitor.see(folder.resolve(name));
  }

  private static final class Tour {
    private final Visitor visitor;
    private final Set<Path> walked = new HashSet<>();
    private int left;
    private boolean complete = true;

    Tour(Visitor visitor, int maxEntries) {
      this.visitor = visitor;
      this.left = maxEntries;
    }

    void walk(Folder part) throws IOException {
      Deque<Path> folders = new ArrayDeque<>();
      realPath(part).ifPresent(folders::add);
      while (!folders.isEmpty() && complete) {
        Path folder = folders.remove();
        if (walked.add(folder)) {
          try {
            visitor.folder(folder, Optional.empty());
            list(folder, folders);
          } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException gone) {
            // Reading the catalog reports unreadable folders.
          } catch (FileSystemException e) {
            // Most likely too many open files; the folder's content is unknown.
            complete = false;
          }
        }
      }
    }

    private static Optional<Path> realPath(Folder part) {
      try {
        return Files.isDirectory(part.path()) && part.contains(part.path())
            ? Optional.of(part.path().toRealPath())
            : Optional.empty();
      } catch (IOException gone) {
        return Optional.empty();
      }
    }

    void list(Path folder, Deque<Path> folders) throws IOException {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          if (!isHidden(entry.getFileName())) {
            if (--left < 0) {
              complete = false;
              return;
            }
            if (visitor.see(entry)) {
              folders.add(entry);
            }
          }
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
  }
}
