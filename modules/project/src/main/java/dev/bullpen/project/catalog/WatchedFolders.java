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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The folders whose files make up a project.
 *
 * <p>The project folder itself without what is below it, so that its parts may come and go, and
 * each part with everything below. As in {@link FolderListing}, hidden folders are left out and
 * symbolic links are not followed, but a part may itself be a link within the project, and the way
 * to one the operator put elsewhere may lead over links. The folders that decide where it leads may
 * be none of ours, and of those that name alone is looked at.
 *
 * @param root the project folder
 * @param parts each with everything below it
 * @param files that belong to the project and lie in none of its parts, existing or not; links in
 *     one of them, that may lead to such a file
 */
public record WatchedFolders(Path root, List<Folder> parts, Set<Path> files) {
  /**
   * Files and folders; twice what {@link FolderListing#MAX_FILES} lets a project publish, and about
   * a second of looking.
   */
  public static final int MAX_ENTRIES = 100_000;

  /** On the way to one part; as many as Linux follows. */
  private static final int MAX_LINKS = 40;

  /** The parts that no variable puts elsewhere. */
  private static final List<String> ALWAYS_INSIDE = List.of("config", "completions");

  /**
   * Those of a project.
   *
   * @param sources of the catalog, which name files that may lie anywhere
   */
  public static WatchedFolders of(Layout layout, Catalog.Sources sources) {
    List<Folder> parts = parts(layout);
    Set<Path> files = new HashSet<>(sources.registeredFiles());
    files.removeIf(file -> parts.stream().anyMatch(part -> file.startsWith(part.path())));
    files.addAll(sources.links());
    return new WatchedFolders(layout.root().path(), parts, Set.copyOf(files));
  }

  private static List<Folder> parts(Layout layout) {
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
    return List.copyOf(parts);
  }

  /** Whether a file or folder of that name is none of a project's. */
  public static boolean isHidden(Path name) {
    return name.toString().startsWith(".");
  }

  /** What is shown every folder. */
  public interface Visitor {
    /**
     * A folder, before it is listed; what appears in it later is therefore either listed or noticed
     * by who watches it from now on.
     *
     * @param only the one name that matters in it; empty when all do
     * @throws FileSystemException if it is this folder that cannot be watched; its content is not
     *     shown then
     * @throws IOException if nothing can be
     */
    void folder(Path folder, Optional<Path> only) throws IOException;

    /**
     * What is in a folder.
     *
     * @return whether it is a folder itself
     */
    boolean see(Path entry);
  }

  /**
   * Show everything to a visitor, some of it twice.
   *
   * @return whether that was all; false when there was more than {@link #MAX_ENTRIES}, or the
   *     system had not the means to look
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
      if (!isSeenInRoot(part.path()) || Files.isSymbolicLink(part.path())) {
        showTheWay(part.path(), !part.boundary().equals(part.path()), visitor);
      }
      tour.walk(part);
    }
    for (Path file : files) {
      showTheWay(file, true, visitor);
    }
    return tour.complete;
  }

  /** Whether a part comes and goes among what matters in the project folder itself. */
  private boolean isSeenInRoot(Path part) {
    return root.equals(part.getParent()) && !isHidden(part.getFileName());
  }

  /**
   * The folders that decide where a path leads: for each link on the way the one that holds it, and
   * in the end the one that holds what it leads to, or the first thing on the way that is not
   * there. What comes just before its folder is shown is seen by nobody else, so it is looked at
   * afterwards.
   *
   * @param inside whether what lies outside of the project is no concern of ours
   */
  private void showTheWay(Path to, boolean inside, Visitor visitor) throws IOException {
    Path at = begin(to);
    Deque<Path> ahead = new ArrayDeque<>();
    at.relativize(to).forEach(ahead::add);
    for (int links = 0; links <= MAX_LINKS && !ahead.isEmpty(); ) {
      if (inside && !at.startsWith(root)) {
        return;
      }
      Path name = ahead.remove();
      Path next = at.resolve(name).normalize();
      if (ahead.isEmpty() || !Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
        show(at, name, visitor);
      }
      if (Files.isSymbolicLink(next)) {
        links++;
        Path target = target(next);
        at = target.isAbsolute() ? begin(target) : at;
        List<Path> names = new ArrayList<>();
        (target.isAbsolute() ? at.relativize(target) : target).forEach(names::add);
        Collections.reverse(names);
        names.forEach(ahead::addFirst);
      } else if (Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
        at = next;
      } else {
        return;
      }
    }
  }

  /** Where the way to a path begins: the project is known by its real path. */
  private Path begin(Path to) {
    return to.startsWith(root) && !to.equals(root) ? root : to.getRoot();
  }

  /** Where a link leads; to itself if it has just gone, which its folder tells. */
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
    } catch (FileSystemException notOurs) {
      // Where the operator may not look, it is the part itself that is watched.
    }
    visitor.see(folder.resolve(name));
  }

  /** One visit: counts, and goes nowhere twice. */
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
            // Or not ours to read, which reading the catalog says.
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

    /** Show what is in a folder, and collect the folders among it. */
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
