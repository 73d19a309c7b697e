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
import java.util.Locale;
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
 *
 * <p>There are file systems that others change too: another host, or the one this virtual machine
 * runs on. The system lets folders on them be watched, and tells only of what it does there itself;
 * see inotify(7), "Limitations and caveats". Those are refused.
 */
class FolderNotices implements FolderEvents {
  /**
   * File systems that others change, as {@code /proc/mounts} has them: of networks, of clusters,
   * and those by which virtual machines and containers see folders of their host.
   */
  private static final Set<String> SHARED =
      Set.of(
          ("nfs nfs4 cifs smbfs smb2 smb3 ncpfs afs coda ceph glusterfs lustre gpfs"
                  + " gfs2 ocfs2 beegfs orangefs pvfs2 9p drvfs virtiofs fakeowner vboxsf prl_fs vmhgfs")
              .split(" "));

  /** Of programs: sshfs, rclone, s3fs; which of them see all changes is not known. */
  private static final String PROGRAM = "fuse";

  private final WatchedFolders folders;
  private final WatchService service;
  private Map<WatchKey, Watched> keys = Map.of();
  private boolean moved = true;
  private boolean complete;

  /** Watches nothing before {@link #renew}. */
  FolderNotices(WatchedFolders folders) throws IOException {
    this.folders = folders;
    this.service = FileSystems.getDefault().newWatchService();
  }

  /**
   * As {@link FolderEvents.Source}. Where the JDK has nothing better than looking itself, every ten
   * seconds at best, as on macOS, we do that.
   *
   * @throws IOException if the system has not the means, or a folder is on a file system that
   *     others change
   */
  static FolderEvents open(WatchedFolders folders) throws IOException {
    return begun(new FolderNotices(folders));
  }

  static FolderEvents begun(FolderNotices notices) throws IOException {
    if (notices.service.getClass().getSimpleName().startsWith("Polling")) {
      notices.close();
      return new FolderPoll(notices.folders);
    }
    try {
      notices.renew();
      return notices;
    } catch (IOException | RuntimeException e) {
      notices.close();
      throw e;
    }
  }

  /** Not final, so that a test can run out of watches. */
  WatchKey register(Path folder) throws IOException {
    return folder.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
  }

  /** The type of the file system a folder is on; not final, so that a test needs none. */
  String fileSystem(Path folder) throws IOException {
    return Files.getFileStore(folder).type();
  }

  /** Whether others than this system may change what is on a file system of that type. */
  static boolean isShared(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return SHARED.contains(name) || name.equals(PROGRAM) || name.startsWith(PROGRAM + ".");
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

  /** Take all events of a folder; true if one of them concerns the project. */
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
      Path entry = folder.resolve(name);
      return noFiles.contains(name)
          || event.kind() == ENTRY_CREATE
              && Files.exists(entry, LinkOption.NOFOLLOW_LINKS)
              && !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private final class Registration implements WatchedFolders.Visitor {
    private final Map<WatchKey, Watched> keys = new HashMap<>();
    private final Map<Path, Watched> byPath = new HashMap<>();

    /** Whose type is known: each is asked for it once. */
    private final Set<Object> ownDevices = new HashSet<>();

    @Override
    public void folder(Path folder, Optional<Path> only) throws IOException {
      refuseShared(folder);
      Watched watched = keys.computeIfAbsent(register(folder), key -> new Watched(folder));
      watched.all |= only.isEmpty();
      only.ifPresent(watched.names::add);
      byPath.put(folder, watched);
    }

    private void refuseShared(Path folder) throws IOException {
      Object device;
      String type;
      try {
        device = Files.getAttribute(folder, "unix:dev");
        if (ownDevices.contains(device)) {
          return;
        }
        type = fileSystem(folder);
      } catch (IOException unknown) {
        return; // if it has gone, watching it says so
      }
      if (isShared(type)) {
        throw new IOException(
            "%s is on a file system of type %s, and what others change there is not told here"
                .formatted(folder, type));
      }
      ownDevices.add(device);
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
