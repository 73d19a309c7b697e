package dev.bullpen.project.watch;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Changes as the operating system tells them, folder by folder.
 *
 * <p>An event only says that something happened: names are late when folders move. After an event
 * that can have moved a folder all are registered anew, which gives a known folder the same key
 * again; keys that were not given again belong to folders that have gone.
 */
public final class FolderNotices implements FolderEvents {
  private final WatchedFolders folders;
  private final Registrar registrar;
  private final SharedStores.Types types;
  private final WatchService service;
  private Map<WatchKey, Watched> keys = Map.of();
  private boolean moved = true;
  private boolean complete;

  /** {@link Path#register}, so that a test can run out of watches. */
  interface Registrar {
    WatchKey register(Path folder, WatchService service) throws IOException;
  }

  private FolderNotices(
      WatchedFolders folders, Registrar registrar, SharedStores.Types types, WatchService service) {
    this.folders = folders;
    this.registrar = registrar;
    this.types = types;
    this.service = service;
  }

  /**
   * As {@link FolderEvents.Source}. Where the JDK has nothing better than looking itself, every ten
   * seconds at best, as on macOS, we do that.
   *
   * @throws IOException if the system has not the means, or a folder is on one of the {@link
   *     SharedStores}
   */
  static FolderEvents open(WatchedFolders folders) throws IOException {
    return open(folders, FolderNotices::register, SharedStores::type);
  }

  static WatchKey register(Path folder, WatchService service) throws IOException {
    return folder.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
  }

  static FolderEvents open(WatchedFolders folders, Registrar registrar, SharedStores.Types types)
      throws IOException {
    WatchService service = FileSystems.getDefault().newWatchService();
    if (service.getClass().getSimpleName().startsWith("Polling")) {
      service.close();
      return FolderPoll.open(folders);
    }
    FolderNotices notices = new FolderNotices(folders, registrar, types, service);
    try {
      notices.renew();
      return notices;
    } catch (IOException | RuntimeException e) {
      notices.close();
      throw e;
    }
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    // What does not matter may go on all the time, where a part is kept in a busy folder.
    while (left > 0) {
      WatchKey key = service.poll(left, TimeUnit.NANOSECONDS);
      if (key == null) {
        return false;
      }
      if (drain(key)) {
        return true;
      }
      left = until - System.nanoTime();
    }
    return false;
  }

  /** Whether one of the events of a folder concerns the project; takes all of them. */
  private boolean drain(WatchKey key) {
    Watched watched = keys.get(key);
    boolean matters = false;
    for (WatchEvent<?> event : key.pollEvents()) {
      if (watched != null && watched.matters(event)) {
        matters = true;
        moved |= watched.mayMoveFolders(event);
      }
    }
    if (!key.reset() && watched != null) {
      matters = true;
      moved = true;
    }
    return matters;
  }

  @Override
  public void renew() throws IOException {
    if (!moved) {
      return;
    }
    Registration found = new Registration();
    complete = folders.visit(found);
    // What was not seen this time may be the next.
    moved = !complete;
    for (WatchKey key : keys.keySet()) {
      if (!found.keys.containsKey(key)) {
        key.cancel();
      }
    }
    keys = found.keys;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public void close() throws IOException {
    service.close();
  }

  private static final class Watched {
    /** Where it is, which its key does not know once it has moved. */
    private final Path folder;

    private boolean all;

    /** These names, hidden or not. */
    private final Set<Path> names = new HashSet<>();

    /** Names of the folders in it, whose permissions may change what is below, and of links. */
    private final Set<Path> noFiles = new HashSet<>();

    Watched(Path folder) {
      this.folder = folder;
    }

    boolean matters(WatchEvent<?> event) {
      // Without a name some events were lost.
      return !(event.context() instanceof Path name)
          || names.contains(name)
          || (all && !WatchedFolders.isHidden(name));
    }

    /**
     * Whether there may be other folders than before. That one is where it was not is said by an
     * event of where it is now, so what has come and gone again need not be known.
     */
    boolean mayMoveFolders(WatchEvent<?> event) {
      if (!(event.context() instanceof Path name)) {
        return true;
      }
      return noFiles.contains(name)
          || event.kind() == ENTRY_CREATE && isNoFile(folder.resolve(name));
    }

    private static boolean isNoFile(Path entry) {
      return Files.exists(entry, LinkOption.NOFOLLOW_LINKS)
          && !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private final class Registration implements WatchedFolders.Visitor {
    private final SharedStores shared = new SharedStores(types);
    private final Map<WatchKey, Watched> keys = new HashMap<>();
    private final Map<Path, Watched> byPath = new HashMap<>();

    @Override
    public void folder(Path folder, Optional<Path> only) throws IOException {
      shared.refuse(folder);
      Watched watched =
          keys.computeIfAbsent(registrar.register(folder, service), key -> new Watched(folder));
      watched.all |= only.isEmpty();
      only.ifPresent(watched.names::add);
      byPath.put(folder, watched);
    }

    @Override
    public boolean see(Path entry) {
      if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      Watched around = byPath.get(entry.getParent());
      if (around != null) {
        around.noFiles.add(entry.getFileName());
      }
      return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
