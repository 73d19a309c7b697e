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
 * <p>An event only shows that something happened, because names are outdated when folders move.
 * {@link #renew} registers all folders again, which returns the same key for a known folder. Keys
 * that are not returned again belong to folders that have gone.
 *
 * <p>Some file systems are also changed by other hosts, or by the host of this virtual machine. The
 * system allows watches on them, but reports only its own changes; see inotify(7), "Limitations and
 * caveats". Such file systems are refused.
 */
class FolderNotices implements FolderWatch.Events {
  /**
   * File systems that others change, by their names in {@code /proc/mounts}: of networks, of
   * clusters, and those by which virtual machines and containers see their host's folders.
   */
  private static final Set<String> SHARED =
      Set.of(
          ("nfs nfs4 cifs smbfs smb2 smb3 ncpfs afs coda ceph glusterfs lustre gpfs"
                  + " gfs2 ocfs2 beegfs orangefs pvfs2 9p drvfs virtiofs fakeowner vboxsf prl_fs vmhgfs")
              .split(" "));

  /** File systems of programs: sshfs, rclone, s3fs. It is unknown which of them see all changes. */
  private static final String PROGRAM = "fuse";

  private final WatchedFolders folders;
  private final WatchService service;
  private Map<WatchKey, Names> keys = Map.of();
  private boolean complete;
  private boolean mayHaveMoved;

  /** The names that matter in a folder: all that are not hidden, and these. */
  private static final class Names {
    private boolean all;
    private final Set<Path> more = new HashSet<>();

    /** An event without a name means that some events were lost. */
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
   * A {@link FolderWatch.Source}. Where the JDK only scans every ten seconds, as on macOS, {@link
   * FolderPoll} is used instead.
   *
   * @throws IOException if the system lacks resources, or a folder is on a file system that others
   *     change
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

  /** The type of a folder's file system. Not final, so that a test needs no real one. */
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
    // If a part is in a busy folder, irrelevant changes may come all the time.
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

  /**
   * Take all events of a folder; true if one of them concerns the project, or the folder has gone.
   */
  private boolean drain(WatchKey key) {
    Names names = keys.get(key);
    List<WatchEvent<?>> events = key.pollEvents();
    boolean isThere = key.reset();
    boolean matters = names != null && (!isThere || events.stream().anyMatch(names::matter));
    // A write to a file, such as a log, moves no folder.
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
        return; // if the folder has gone, registering it fails
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
