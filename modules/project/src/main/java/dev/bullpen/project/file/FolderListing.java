package dev.bullpen.project.file;

import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.uri.UriSyntax;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All regular files below a folder, in the same order on every system.
 *
 * <p>Symbolic links are not followed. Hidden files and folders are left out. Unreadable ones, and
 * those with a {@linkplain #isForeign foreign name}, are left out with a warning.
 *
 * @param folders paths of the folders below, relative to the folder
 * @param files sorted by path
 * @param links paths of symbolic links, relative to the folder
 * @param problems a sentence for each thing that was left out
 */
public record FolderListing(
    Folder folder,
    List<String> folders,
    List<ListedFile> files,
    Set<String> links,
    List<String> problems) {
  /**
   * The most files and links: enough for ten thousand items with metadata and a few helper files
   * each, and few enough to be listed in a second.
   */
  public static final int MAX_FILES = 50_000;

  private static final int ANY_DEPTH = Integer.MAX_VALUE;
  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  /** The JDK's replacement for bytes that are not text. A name may also contain it. */
  private static final char REPLACEMENT = '\ufffd';

  /**
   * A regular file found below a folder.
   *
   * @param path relative to the folder, with {@code /}
   * @param size bytes, at the moment of listing
   */
  public record ListedFile(String path, long size) {}

  public static FolderListing of(Folder folder) {
    return of(folder, ANY_DEPTH);
  }

  /**
   * List a folder in part.
   *
   * @param depth 1 for the files of the folder itself, 2 for those of its subfolders too, and so on
   */
  public static FolderListing of(Folder folder, int depth) {
    return of(folder, depth, MAX_FILES);
  }

  /**
   * The same, with a bound that also holds for folders.
   *
   * @param maxEntries files, links and folders; if there are more, the rest is reported as a
   *     problem
   */
  public static FolderListing ofEntries(Folder folder, int depth, int maxEntries) {
    return of(folder, depth, new Collector(maxEntries, maxEntries));
  }

  static FolderListing of(Folder folder, int depth, int maxFiles) {
    return of(folder, depth, new Collector(maxFiles, ANY_NUMBER));
  }

  private static FolderListing of(Folder folder, int depth, Collector found) {
    try {
      if (!Files.readAttributes(folder.path(), BasicFileAttributes.class).isDirectory()) {
        return none(folder);
      }
    } catch (IOException e) {
      Unread.note(e);
      return none(folder);
    }
    if (!folder.contains(folder.path())) {
      found.problems.add(
          "%s is ignored: it leads out of the project. Put a real folder in its place."
              .formatted(folder.path()));
      return found.listing(folder);
    }
    try {
      found.top = folder.path().toRealPath();
      Files.walkFileTree(found.top, EnumSet.noneOf(FileVisitOption.class), depth, found);
    } catch (IOException e) {
      Unread.note(e);
      found.problems.add("%s is ignored: it cannot be read.".formatted(folder.path()));
    }
    return found.listing(folder);
  }

  public int size() {
    return folders.size() + files.size() + links.size();
  }

  public static FolderListing none(Folder folder) {
    return new FolderListing(folder, List.of(), List.of(), Set.of(), List.of());
  }

  /**
   * The entries of a folder, unordered, without following links. Fails if not all can be listed.
   *
   * @param names a glob, see {@link java.nio.file.FileSystem#getPathMatcher}
   */
  public static List<Path> entries(Path folder, String names) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, names)) {
      entries.forEach(all::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
  }

  /**
   * Whether this process cannot express the last name of a path that comes from a folder listing:
   * its bytes are not text in the locale's encoding, so that the text leads to no file, or to
   * another. In the locale {@code C}, that applies to all names that are not ASCII.
   */
  public static boolean isForeign(Path listed) {
    Path name = listed.getFileName();
    String text = name.toString();
    if (text.indexOf(REPLACEMENT) < 0) {
      return false;
    }
    try {
      return !name.getFileSystem().getPath(text).equals(name);
    } catch (InvalidPathException e) {
      return true;
    }
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final int maxFiles;
    private final int maxEntries;
    private final List<String> folders = new ArrayList<>();
    private final List<ListedFile> files = new ArrayList<>();
    private final Set<String> links = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each walk
    private Path top;

    Collector(int maxFiles, int maxEntries) {
      this.maxFiles = maxFiles;
      this.maxEntries = maxEntries;
    }

    FolderListing listing(Folder folder) {
      files.sort(Comparator.comparing(ListedFile::path));
      return new FolderListing(
          folder,
          List.copyOf(folders),
          List.copyOf(files),
          Set.copyOf(links),
          List.copyOf(problems));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      if (directory.equals(top)) {
        return FileVisitResult.CONTINUE;
      }
      return leaveOut(directory) ? FileVisitResult.SKIP_SUBTREE : addFolder(directory);
    }

    private FileVisitResult addFolder(Path directory) {
      if (size() == maxEntries) {
        return cutOff();
      }
      folders.add(relative(directory));
      return FileVisitResult.CONTINUE;
    }

    private int size() {
      return folders.size() + files.size() + links.size();
    }

    private FileVisitResult cutOff() {
      problems.add(
          "%s has more than %d files; the rest is ignored. Register the wanted ones in server.d/register.json."
              .formatted(top, maxFiles));
      return FileVisitResult.TERMINATE;
    }

    private String relative(Path path) {
      return new Folder(top, top).relative(path);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isOther() || leaveOut(file)) {
        return FileVisitResult.CONTINUE;
      }
      if (attributes.isDirectory()) { // at the maximum depth
        return addFolder(file);
      }
      if (files.size() + links.size() == maxFiles || size() == maxEntries) {
        return cutOff();
      }
      String path = relative(file);
      if (attributes.isRegularFile()) {
        files.add(new ListedFile(path, attributes.size()));
      } else {
        links.add(path);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      Unread.note(e);
      problems.add(
          "%s is ignored: it cannot be read (%s). Check its permissions."
              .formatted(file, Cause.of(e)));
      // A folder that cannot be opened still counts, because it may be opened later.
      boolean isFolder = !file.equals(top) && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
      return isFolder && !leaveOut(file) ? addFolder(file) : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) {
      if (e != null) {
        Unread.note(e);
      }
      return FileVisitResult.CONTINUE;
    }

    /**
     * Whether an entry is left out, because it is hidden or, with a warning, has a foreign name.
     */
    private boolean leaveOut(Path path) {
      if (path.getFileName().toString().startsWith(".")) {
        return true;
      }
      boolean isForeign = isForeign(path);
      if (isForeign) {
        problems.add(foreign(path));
      }
      return isForeign;
    }

    private static String foreign(Path path) {
      String uri = path.toUri().getRawPath();
      String escaped = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
      byte[] name = UriSyntax.bytes(escaped.substring(escaped.lastIndexOf('/') + 1));
      return "%s/%s is ignored: %s"
          .formatted(
              path.getParent(),
              EscapedBytes.of(name),
              UriSyntax.utf8(name).isPresent()
                  ? "the server's locale cannot express its name. Set LC_ALL=C.UTF-8 in the server's environment."
                  : "its name is not UTF-8. Rename it.");
    }
  }
}
