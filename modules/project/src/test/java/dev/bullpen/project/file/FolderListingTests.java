package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.FailingFolder;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.file.FolderListing.ListedFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FolderListingTests extends ProjectTest {

  @Test
  void a_listing_is_cut_off_at_its_bound_and_says_so() throws IOException {
    project.file("tools/a/1", "").file("tools/a/2", "");
    project.link("tools/a/3", project.root);
    Folder tools = new Folder(project.root.resolve("tools"), project.root);
    assertEquals(3, listed(tools, 4));
    assertEquals(3, listed(tools, 3));
    assertEquals(List.of(), project.warnings);
    assertEquals(2, listed(tools, 2));
    assertTrue(project.warnings.get(0).contains("more than 2 files"), project.warnings.get(0));
  }

  @Test
  void a_listing_of_entries_counts_folders_too() throws IOException {
    project.file("docs/a/b/1", "");
    project.link("docs/a/2", project.root);
    Folder docs = new Folder(project.root.resolve("docs"), project.root);
    int all = 4;
    for (int most = all - 1; most <= all + 1; most++) {
      FolderListing listing = FolderListing.ofEntries(docs, 9, most);
      assertEquals(Math.min(most, all), listing.size());
      assertEquals(most < all, !listing.problems().isEmpty(), listing.problems()::toString);
    }
    assertEquals(1, FolderListing.ofEntries(docs, 1, 1).size(), "at the greatest depth");
    assertEquals(0, FolderListing.ofEntries(docs, 1, 0).size());
  }

  @Test
  void entries_are_all_that_lies_in_a_folder_itself_or_what_has_such_a_name() throws IOException {
    project.file("lib/a.jar", "").file("lib/.b.jar", "").file("lib/deep/c.jar", "");
    Path folder = project.root.resolve("lib");
    assertEquals(
        Set.of(folder.resolve("a.jar"), folder.resolve(".b.jar"), folder.resolve("deep")),
        Set.copyOf(FolderListing.entries(folder, "*")));
    assertEquals(List.of(folder.resolve("a.jar")), FolderListing.entries(folder, "[!.]*.jar"));
  }

  @Test
  void a_folder_that_is_not_there_and_one_that_fails_in_the_middle_are_reported_alike()
      throws IOException {
    Path none = temporary.resolve("none");
    assertThrows(NoSuchFileException.class, () -> FolderListing.entries(none, "*"));
    try (FailingFolder failing = FailingFolder.at(temporary.resolve("failing"))) {
      assertThrows(IOException.class, () -> FolderListing.entries(failing.path(), "*"));
    }
  }

  private int listed(Folder folder, int maxFiles) {
    FolderListing listing = FolderListing.of(folder, 9, maxFiles);
    project.warnings.addAll(listing.problems());
    return listing.files().size() + listing.links().size();
  }

  @Test
  void a_listing_goes_as_deep_as_requested() throws IOException {
    project.file("ui/top", "").file("ui/a/1", "12345").file("ui/a/b/2", "");
    Folder ui = new Folder(project.root.resolve("ui"), project.root);
    FolderListing listing = FolderListing.of(ui, 2);
    assertEquals(List.of(new ListedFile("a/1", 5), new ListedFile("top", 0)), listing.files());
    assertEquals(List.of(), listing.problems());
  }
}
