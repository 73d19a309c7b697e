package dev.bullpen.project.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * File systems that others change too: another host, or the one this virtual machine runs on. The
 * system lets folders on them be watched, and tells only of what it does there itself; see
 * inotify(7), "Limitations and caveats".
 *
 * <p>For one visit of all folders: a file system is asked for its type once.
 */
final class SharedStores {
  /**
   * As {@code /proc/mounts} has them: of networks, of clusters, and those by which virtual machines
   * and containers see folders of their host.
   */
  private static final Set<String> SHARED =
      Set.of(
          ("nfs nfs4 cifs smbfs smb2 smb3 ncpfs afs coda ceph glusterfs lustre gpfs"
                  + " gfs2 ocfs2 beegfs orangefs pvfs2 9p drvfs virtiofs fakeowner vboxsf prl_fs vmhgfs")
              .split(" "));

  /** Of programs: sshfs, rclone, s3fs; which of them see all changes is not known. */
  private static final String PROGRAM = "fuse";

  private final Types types;
  private final Set<Object> ours = new HashSet<>();

  /** The type of the file system a folder is on, so that a test needs none. */
  interface Types {
    String of(Path folder) throws IOException;
  }

  SharedStores(Types types) {
    this.types = types;
  }

  static String type(Path folder) throws IOException {
    return Files.getFileStore(folder).type();
  }

  /** Fails if a folder is on a file system that others change: a sentence without its dot. */
  void refuse(Path folder) throws IOException {
    Object device;
    String type;
    try {
      device = Files.getAttribute(folder, "unix:dev");
      if (ours.contains(device)) {
        return;
      }
      type = types.of(folder);
    } catch (IOException unknown) {
      return; // if it has gone, watching it says so
    }
    if (isShared(type)) {
      throw new IOException(
          "%s is on a file system of type %s, and what others change there is not told here"
              .formatted(folder, type));
    }
    ours.add(device);
  }

  /** Whether others than this system may change what is on a file system of that type. */
  static boolean isShared(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return SHARED.contains(name) || name.equals(PROGRAM) || name.startsWith(PROGRAM + ".");
  }
}
