package dev.bullpen.posix;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.sun.jna.Native;
import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.Jna;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HexFormat;
import java.util.Map;

/** The file of one name, read by one statx(2). For one thread at a time. */
public final class FileStatus implements AutoCloseable {
  /** The {@link #stamp} of a file that cannot be read, for any reason. */
  public static final String NO_STAMP = "none";

  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int STATX_BASIC_STATS = 0x7ff;

  /** {@code struct statx}: the same on every processor. */
  private static final int STATX_BYTES = 256;

  private static final int ATTRIBUTES = 8;
  private static final int LINKS = 16;
  private static final int OWNER = 20;
  private static final int MODE = 28;
  private static final int INODE = 32;
  private static final int SIZE = 40;
  private static final int KNOWN_ATTRIBUTES = 56;
  private static final int CHANGED_SECONDS = 96;
  private static final int CHANGED_NANOS = 104;
  private static final int MODIFIED_SECONDS = 112;
  private static final int DEVICE = 136;
  private static final int AFTER_DEVICE = 144;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final int TYPE = 0170000;
  private static final int FOLDER = 0040000;

  /** STATX_ATTR_MOUNT_ROOT, since Linux 5.8. */
  private static final long MOUNT = 0x2000;

  private static final String NAMES = "unix:mode,ino,nlink,uid,size,ctime,lastModifiedTime,dev";

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private static final boolean AVAILABLE = register();
  private static final boolean TELLS_MOUNTS = AVAILABLE && isMountTold();

  private final Path name;
  private final boolean behindLinks;
  private final NativeBytes memory;
  private final ByteBuffer status;
  private final long path;
  private boolean there;
  private boolean absent;
  private ByteBuffer remembered = NOTHING;

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

  /** A sandbox older than the call answers it with EPERM, which glibc reports as the file's. */
  private static boolean isPermitted() {
    byte[] root = CText.of(Path.of("/"));
    try (NativeBytes memory = new NativeBytes(STATX_BYTES + root.length)) {
      memory.buffer().put(STATX_BYTES, root);
      long address = memory.address();
      return statx(AT_FDCWD, address + STATX_BYTES, 0, STATX_BASIC_STATS, address) == 0;
    }
  }

  private static boolean isMountTold() {
    try (FileStatus root = new FileStatus(Path.of("/"))) {
      return root.read() && (root.status.getLong(KNOWN_ATTRIBUTES) & MOUNT) != 0;
    }
  }

  /** Whether {@link #isMount} is known. A sandbox may not permit the call that says it. */
  static boolean tellsMounts() {
    return TELLS_MOUNTS;
  }

  /** Reads nothing yet. Links are not followed. */
  public FileStatus(Path path) {
    this(path, false);
  }

  /** The same, with links followed. */
  public static FileStatus behindLinks(Path path) {
    return new FileStatus(path, true);
  }

  private FileStatus(Path path, boolean behindLinks) {
    byte[] text = CText.of(path);
    this.name = path;
    this.behindLinks = behindLinks;
    this.memory = new NativeBytes(STATX_BYTES + text.length);
    this.status = memory.buffer();
    this.status.put(STATX_BYTES, text);
    this.path = memory.address() + STATX_BYTES;
  }

  /**
   * A text that differs if a file may have changed, made without reading the file. It includes the
   * time of the last status change: unlike the time of the content, it cannot be set. Links are not
   * followed.
   */
  public static String stamp(Path path) {
    return stamp(new FileStatus(path));
  }

  /** The same for the file that a link leads to. */
  public static String stampBehindLinks(Path path) {
    return stamp(behindLinks(path));
  }

  private static String stamp(FileStatus file) {
    try (file) {
      return file.read() ? HexFormat.of().formatHex(file.state().array()) : NO_STAMP;
    }
  }

  /** Read it. False if no file is there, or it cannot be read. */
  public boolean read() {
    if (AVAILABLE) {
      int flags = behindLinks ? 0 : AT_SYMLINK_NOFOLLOW;
      there = statx(AT_FDCWD, path, flags, STATX_BASIC_STATS, memory.address()) == 0;
      absent = !there && isAbsence(LibC.errno());
    } else {
      readWithoutStatx();
    }
    return there;
  }

  private static boolean isAbsence(int errno) {
    return errno == Errno.ENOENT || errno == Errno.ENOTDIR;
  }

  /** Read it, and remember its state for {@link #isAsRemembered}. */
  public void remember() {
    remembered = read() ? state() : NOTHING;
  }

  /** Read it. Whether file, type, permissions, owner, size and times are as remembered. */
  public boolean isAsRemembered() {
    return read() && remembered.equals(state());
  }

  /**
   * The bytes from the number of links to the size, and from the time of the last change to the
   * device.
   */
  private ByteBuffer state() {
    int length = SIZE + Long.BYTES - LINKS;
    int more = AFTER_DEVICE - CHANGED_SECONDS;
    ByteBuffer state = ByteBuffer.allocate(length + more);
    return state.put(0, status, LINKS, length).put(length, status, CHANGED_SECONDS, more);
  }

  /** On macOS, and with a glibc before 2.28. */
  @SuppressWarnings("NullAway") // an attribute that is asked for is there
  private void readWithoutStatx() {
    LinkOption[] links = behindLinks ? new LinkOption[0] : new LinkOption[] {NOFOLLOW_LINKS};
    there = false;
    absent = false;
    try {
      Map<String, Object> file = Files.readAttributes(name, NAMES, links);
      long changed = ((FileTime) file.get("ctime")).to(NANOSECONDS);
      status
          .putLong(ATTRIBUTES, 0)
          .putInt(LINKS, (int) file.get("nlink"))
          .putInt(OWNER, (int) file.get("uid"))
          .putShort(MODE, (short) (int) file.get("mode"))
          .putLong(INODE, (long) file.get("ino"))
          .putLong(SIZE, (long) file.get("size"))
          .putLong(CHANGED_SECONDS, changed / NANOS_PER_SECOND)
          .putInt(CHANGED_NANOS, (int) (changed % NANOS_PER_SECOND))
          .putLong(MODIFIED_SECONDS, ((FileTime) file.get("lastModifiedTime")).to(NANOSECONDS))
          .putLong(DEVICE, (long) file.get("dev"));
      there = true;
    } catch (NoSuchFileException e) {
      absent = true;
    } catch (IOException e) {
      // The file may be there.
    }
  }

  @Override
  public void close() {
    memory.close();
  }

  /** Whether there certainly was no file. False if the path could not be read. */
  public boolean isAbsent() {
    return absent;
  }

  public Path path() {
    return name;
  }

  /** User id of the owner; -1 if no file was there. */
  public int owner() {
    return there ? status.getInt(OWNER) : -1;
  }

  /** Type and permissions, as in inode(7); 0 if no file was there. */
  public int mode() {
    return there ? status.getShort(MODE) & 0xffff : 0;
  }

  public boolean isFolder() {
    return (mode() & TYPE) == FOLDER;
  }

  /** Whether something is mounted there; false unless {@link #tellsMounts}. */
  public boolean isMount() {
    return there && (status.getLong(ATTRIBUTES) & MOUNT) != 0;
  }

  /** 0 if no file was there. */
  public long inode() {
    return there ? status.getLong(INODE) : 0;
  }
}
