package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.util.function.Consumer;

/** Changes as a source tells them, and, from the moment it fails, as looking finds them. */
final class FolderWatch implements FolderEvents {
  private final WatchedFolders folders;
  private final Consumer<String> warnings;
  private FolderEvents events;
  private boolean incompleteSaid;

  private FolderWatch(WatchedFolders folders, Consumer<String> warnings) {
    this.folders = folders;
    this.warnings = warnings;
  }

  static FolderWatch open(WatchedFolders folders, Source source, Consumer<String> warnings) {
    FolderWatch watch = new FolderWatch(folders, warnings);
    try {
      watch.events = source.open(folders);
    } catch (IOException e) {
      watch.lookInstead(e);
    }
    watch.sayWhetherComplete();
    return watch;
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    return events.await(nanos);
  }

  @Override
  public void renew() {
    try {
      events.renew();
    } catch (IOException e) {
      close();
      lookInstead(e);
    }
    sayWhetherComplete();
  }

  @Override
  public boolean isComplete() {
    return events.isComplete();
  }

  @Override
  public void close() {
    try {
      events.close();
    } catch (IOException e) {
      warnings.accept("The watch of %s was not closed: %s.".formatted(folders.root(), e));
    }
  }

  private void lookInstead(IOException reason) {
    events = FolderPoll.open(folders);
    warnings.accept(
        "Changes in %s are looked for every second, because the system does not tell them: %s. If that is a limit, raise fs.inotify.max_user_watches or fs.inotify.max_user_instances (sysctl) and restart."
            .formatted(folders.root(), reason));
  }

  private void sayWhetherComplete() {
    if (!incompleteSaid && !isComplete()) {
      incompleteSaid = true;
      warnings.accept(
          "Not every change in %s is noticed: it has more than %d files and folders, or they cannot be looked at. Move what is no part of it elsewhere, or into a folder whose name begins with a dot."
              .formatted(folders.root(), WatchedFolders.MAX_ENTRIES));
    }
  }
}
