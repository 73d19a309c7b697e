package dev.bullpen.posix;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What bears one name now, looked at again and again at the cost of one call; links are not
 * followed. See statx(2). For one thread.
 */
public final class FileStatus implements AutoCloseable {
  private static final boolean AVAILABLE = register();

  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int STATX_BASIC_STATS = 0x7ff;

  /** {@code struct statx}: the same on every processor. */
  private static final int STATX_BYTES = 256;

  private static final int ATTRIBUTES = 8;
  private static final int LINKS = 16;
  private static final int MODE = 28;
  private static final int INODE = 32;
  private static final int SIZE = 40;
  private static final int CHANGED_SECONDS = 96;
  private static final int CHANGED_NANOS = 104;

  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;

  /** STATX_ATTR_MOUNT_ROOT, since Linux 5.8. */
  private static final long MOUNT = 0x2000;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path name;
  private final NativeBytes memory;
  private final ByteBuffer status;
  private final long path;
  private boolean there;

  private static native int statx(int folder, long path, int flags, int mask, long status);

  private static boolean register() {
    if (Host.HERE != Host.LINUX) {
      return false;
    }
    try {
      Native.register(FileStatus.class, Jna.process());
      return isPermitted();
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** A sandbox older than the call answers it with EPERM, which glibc takes for the file's. */
  private static boolean isPermitted() {
    byte[] root = CText.of(Path.of("/"));
    try (NativeBytes memory = new NativeBytes(STATX_BYTES + root.length)) {
      memory.buffer().put(STATX_BYTES, root);
      return statx(memory.address() + STATX_BYTES, memory.address()) == 0;
    }
  }

  private static int statx(long path, long status) {
    return statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, status);
  }

  /** Nothing has been looked at yet. */
  public FileStatus(Path path) {
    byte[] text = CText.of(path);
    this.name = path;
    this.memory = new NativeBytes(STATX_BYTES + text.length);
    this.status = memory.buffer();
    this.status.put(STATX_BYTES, text);
    this.path = memory.address() + STATX_BYTES;
  }

  /** Look. False if nothing is there, or it cannot be seen. */
  public boolean look() {
    there = AVAILABLE ? statx(path, memory.address()) == 0 : lookWithoutStatx();
    return there;
  }

  /** On macOS, and with a glibc before 2.28. */
  private boolean lookWithoutStatx() {
    try {
      Map<String, Object> file =
          Files.readAttributes(name, "unix:mode,ino,nlink,size,ctime", LinkOption.NOFOLLOW_LINKS);
      long changed = ((FileTime) file.get("ctime")).to(TimeUnit.NANOSECONDS);
      status
          .putLong(ATTRIBUTES, 0)
          .putInt(LINKS, (int) file.get("nlink"))
          .putShort(MODE, (short) (int) file.get("mode"))
          .putLong(INODE, (long) file.get("ino"))
          .putLong(SIZE, (long) file.get("size"))
          .putLong(CHANGED_SECONDS, changed / NANOS_PER_SECOND)
          .putInt(CHANGED_NANOS, (int) (changed % NANOS_PER_SECOND));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Nobody looks any more. Who holds one for life need not close it. */
  @Override
  public void close() {
    memory.close();
  }

  /** Type and permissions, as inode(7) has them; 0 if nothing was there. */
  public int mode() {
    return there ? status.getShort(MODE) & 0xffff : 0;
  }

  /** Whether it is a folder, and no link to one. */
  public boolean isFolder() {
    return (mode() & TYPE) == FOLDER;
  }

  /** Whether something is mounted there; false where that cannot be known. */
  public boolean isMount() {
    return there && (status.getLong(ATTRIBUTES) & MOUNT) != 0;
  }

  /** 0 if nothing was there. */
  public long inode() {
    return there ? status.getLong(INODE) : 0;
  }

  /** How many names it has. */
  public int links() {
    return there ? status.getInt(LINKS) : 0;
  }

  /** Bytes. */
  public long size() {
    return there ? status.getLong(SIZE) : 0;
  }

  /**
   * When it was last changed in any way, by the kernel's own clock, which no call can set; of a
   * folder, when a name in it last came or went. Nanoseconds since the epoch, as coarse as the
   * kernel's tick.
   */
  public long changed() {
    return there
        ? status.getLong(CHANGED_SECONDS) * NANOS_PER_SECOND + status.getInt(CHANGED_NANOS)
        : 0;
  }
}
