package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.time.Duration;

/** The ways in which a change is noticed. */
enum Way implements FolderWatch.Source {
  REPORTED {
    @Override
    public FolderWatch.Events open(WatchedFolders folders) throws IOException {
      return FolderNotices.open(folders);
    }
  },
  POLLED {
    @Override
    public FolderWatch.Events open(WatchedFolders folders) {
      // Often, for the sake of the tests' time.
      return new FolderPoll(folders, Duration.ofMillis(20));
    }
  }
}
