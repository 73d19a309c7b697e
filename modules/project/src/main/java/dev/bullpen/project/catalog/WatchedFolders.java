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
 * The folders whose files make up a project: the project folder itself without what is below it, so
 * that its parts may come and go, and each part with everything below.
 *
 * <p>As in {@link FolderListing}, hidden folders are left out and symbolic links are not followed,
 * but a part may itself be a link within the project, and the way to one the operator put elsewhere
 * may lead over links. Of the folders that decide where a way leads, only the names on it matter.
 *
 * @param root the project folder
 * @param parts each with everything below it
 * @param files that belong to the project and lie in none of its parts, existing or not; links in
 *     one of them, that may lead to such a file
 */
public record WatchedFolders(Path root, List<Folder> parts, Set<Path> files) {
  /**
   * Files and folders; twice what {@link FolderListing#MAX_FILES} lets a project publish, and about
   * a second of scanning.
   */
  public static final int MAX_ENTRIES = 100_000;

  /** On the way to one part; as many as Linux follows. */
  private static final int MAX_LINKS = 40;

  /** The parts that no variable puts elsewhere. */
  private static final List<String> ALWAYS_INSIDE = List.of("config", "completions");

  /** The sources name files that may lie anywhere. */
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

  /** Whether a file or folder of that name is none of a project's. */
  public static boolean isHidden(Path name) {
    return name.toString().startsWith(".");
  }

  public interface Visitor {
    /**
     * A folder, before it is listed: what appears in it later is either listed or noticed by a
     * watch that begins now.
     *
     * @param only the one name that matters in it; empty when all do
     * @throws FileSystemException if it is this folder that cannot be watched; its content is not
     *     shown then
     * @throws IOException if nothing can be
     */
    default void folder(Path folder, Optional<Path> only) throws IOException {}

    /** Something in a folder; returns whether it is a folder itself. */
    boolean see(Path entry);
  }

  /**
   * Show everything to a visitor, some of it twice.
   *
   * @return whether that was all; false when there was more than {@link #MAX_ENTRIES}, or a folder
   *     could not be read for a reason that passes
   * @throws IOException if the project folder has gone, or what the visitor throws
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
   * The folders that decide where a path leads: for each link on the way the one that holds it, and
   * in the end the one that holds what it leads to, or the first thing on the way that is not
   * there. An entry is seen after its folder is shown, so that one that comes in between is not
   * missed.
   *
   * @param to may hold {@code ..} behind a link
   * @param inside whether the way ends where it leaves the project
   * @param links that were followed
   */
  private void showTheWay(Path to, boolean inside, Visitor visitor, int links) throws IOException {
    // The project is known by its real path.
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

  /** Where a link leads; to itself if it has just gone, which its folder reports. */
  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException gone) {
      return link.getFileName();
    }
  }

  private void show(Path folder, Path name, Visitor visitor) throws IOException {
    if (folder.equals(root) && !isHidden(name)) {
      return; // it is shown with all that is in it
    }
    try {
      visitor.folder(folder, Optional.of(name));
    } catch (FileSystemException unreadable) {
      // Where the server may not read the folder, it is the part itself that is watched.
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
            // Reading the catalog reports a folder that may not be read.
          } catch (FileSystemException e) {
            // Too many open files, most likely; what is below is unknown.
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
