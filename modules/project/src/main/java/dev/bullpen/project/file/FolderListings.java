package dev.bullpen.project.file;

import java.util.ArrayList;
import java.util.List;

/**
 * The listings one reading of a project works with, each made when it is first asked for.
 *
 * @param ui the folder of interfaces by themselves
 */
public record FolderListings(Once tools, Once prompts, Once resources, Once ui) {
  /** Of interfaces by themselves: the {@code ui} folder and those in it. */
  private static final int UI_DEPTH = 2;

  public FolderListings(Layout layout) {
    this(
        new Once(layout.tools(), FolderListing.ANY_DEPTH),
        new Once(layout.prompts(), FolderListing.ANY_DEPTH),
        new Once(layout.resources(), FolderListing.ANY_DEPTH),
        new Once(layout.ui(), UI_DEPTH));
  }

  /** For one thread. */
  public static final class Once {
    private final Folder folder;
    private final int depth;
    private final List<String> problems = new ArrayList<>();
    private FolderListing listing; // null until it is asked for

    private Once(Folder folder, int depth) {
      this.folder = folder;
      this.depth = depth;
    }

    public Folder folder() {
      return folder;
    }

    public FolderListing listing() {
      if (listing == null) {
        listing = FolderListing.of(folder, depth, FolderListing.MAX_FILES, problems::add);
      }
      return listing;
    }

    /** What was ignored in listing it, a sentence each. */
    public List<String> problems() {
      return List.copyOf(problems);
    }
  }
}
