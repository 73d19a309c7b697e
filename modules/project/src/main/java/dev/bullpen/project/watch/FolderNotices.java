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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Changes as the operating system reports them, folder by folder.
 *
 * <p>An event only says that something happened: names are late when folders move. {@link #renew}
 * registers all folders anew, which gives a known folder the same key again; keys that were not
 * given again belong to folders that have gone.
 *
 * <p>Some file systems are changed by other hosts too, or by the host of this virtual machine. The
 * system lets folders on them be watched, but reports only its own changes; see inotify(7),
 * "Limitations and caveats". Those are refused.
 */
class FolderNotices implements FolderWatch.Events {
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
  private Map<WatchKey, Names> keys = Map.of();
  private boolean complete;
  private boolean mayHaveMoved;

  /** The names that matter in a folder: all but hidden ones, and these. */
  private static final class Names {
    private boolean all;
    private final Set<Path> more = new HashSet<>();

    /** An event without a name means that some were lost. */
    boolean matter(WatchEvent<?> event) {
      return !(event.context() instanceof Path name)
          || more.contains(name)
          || all && !WatchedFolders.isHidden(name);
    }
  }

  /** Watches nothing before {@link #renew}. */
  FolderNotices(WatchedFolders folders) throws IOException {
    this.folders = folders;
    this.service = FileSystems.getDefault().newWatchService();
  }

  /**
   * As {@link FolderWatch.Source}. Where the JDK has nothing better than a scan every ten seconds,
   * as on macOS, {@link FolderPoll} replaces it.
   *
   * @throws IOException if the system has not the means, or a folder is on a file system that
   *     others change
   */
  static FolderWatch.Events open(WatchedFolders folders) throws IOException {
    return begun(new FolderNotices(folders));
  }

  static FolderWatch.Events begun(FolderNotices notices) throws IOException {
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

  static boolean isShared(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return SHARED.contains(name) || name.equals(PROGRAM) || name.startsWith(PROGRAM + ".");
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    // Where a part is kept in a busy folder, changes that do not matter may go on all the time.
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      WatchKey key = service.poll(left, TimeUnit.NANOSECONDS);
      if (key == null) {
        return false;
      }
      if (drain(key)) {
        return true;
      }
    }
    return false;
  }

  /** Take all events of a folder; true if one of them concerns the project, or it has gone. */
  private boolean drain(WatchKey key) {
    Names names = keys.get(key);
    List<WatchEvent<?>> events = key.pollEvents();
    boolean isThere = key.reset();
    boolean matters = names != null && (!isThere || events.stream().anyMatch(names::matter));
    // A file that is only written to, as a log is, moves nothing.
    mayHaveMoved |=
        matters && (!isThere || events.stream().anyMatch(event -> event.kind() != ENTRY_MODIFY));
    return matters;
  }

  @Override
  public boolean mayHaveMoved() {
    return mayHaveMoved;
  }

  @Override
  public void renew() throws IOException {
    Registration found = new Registration();
    complete = folders.visit(found);
    for (WatchKey key : keys.keySet()) {
      if (!found.keys.containsKey(key)) {
        key.cancel();
      }
    }
    keys = found.keys;
    mayHaveMoved = false;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public void close() throws IOException {
    service.close();
  }

  private final class Registration implements WatchedFolders.Visitor {
    private final Map<WatchKey, Names> keys = new HashMap<>();

    private final Set<Object> ownDevices = new HashSet<>();

    @Override
    public void folder(Path folder, Optional<Path> only) throws IOException {
      refuseShared(folder);
      Names names = keys.computeIfAbsent(register(folder), key -> new Names());
      names.all |= only.isEmpty();
      only.ifPresent(names.more::add);
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
        return; // if it has gone, registering it says so
      }
      if (isShared(type)) {
        throw new IOException(
            "%s is on a file system of type %s, and changes by other hosts are not reported"
                .formatted(folder, type));
      }
      ownDevices.add(device);
    }

    @Override
    public boolean see(Path entry) {
      return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
