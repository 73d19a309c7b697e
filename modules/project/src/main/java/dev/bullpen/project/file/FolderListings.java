package dev.bullpen.project.file;

import java.util.ArrayList;
import java.util.List;

/**
 * The listings one reading of a project works with: each is made when it is first asked for, and
 * then no more, whoever asks. Safe to use from any thread.
 */
public final class FolderListings {
  /** Of interfaces by themselves: the {@code ui} folder and those in it. */
  private static final int UI_DEPTH = 2;

  private final Once tools;
  private final Once prompts;
  private final Once resources;
  private final Once ui;

  public FolderListings(Layout layout) {
    this.tools = new Once(layout.tools(), FolderListing.ANY_DEPTH);
    this.prompts = new Once(layout.prompts(), FolderListing.ANY_DEPTH);
    this.resources = new Once(layout.resources(), FolderListing.ANY_DEPTH);
    this.ui = new Once(layout.ui(), UI_DEPTH);
  }

  public Once tools() {
    return tools;
  }

  public Once prompts() {
    return prompts;
  }

  public Once resources() {
    return resources;
  }

  /** The folder of interfaces by themselves. */
  public Once ui() {
    return ui;
  }

  public static final class Once {
    private final Folder folder;
    private final int depth;
    private final List<String> problems = new ArrayList<>();
    private FolderListing listing; // null until somebody asks

    private Once(Folder folder, int depth) {
      this.folder = folder;
      this.depth = depth;
    }

    public Folder folder() {
      return folder;
    }

    public synchronized FolderListing listing() {
      if (listing == null) {
        listing = FolderListing.of(folder, depth, FolderListing.MAX_FILES, problems::add);
      }
      return listing;
    }

    /** What was ignored in listing it, a sentence each. */
    public synchronized List<String> problems() {
      return List.copyOf(problems);
    }
  }
}
