package dev.bullpen.posix.libc;

import java.util.Locale;

/** The kernel that runs this, as far as calls and constants differ. */
public enum Host {
  LINUX,
  MACOS;

  public static final Host HERE = detect();

  private static Host detect() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return LINUX;
    }
    if (name.startsWith("mac")) {
      return MACOS;
    }
    throw new UnsupportedOperationException(
        "Bullpen runs on Linux and macOS, not on " + System.getProperty("os.name"));
  }

  /** JNA's own name for this system and processor, by which its jar orders the native libraries. */
  public static String jnaFolder() {
    String arch = System.getProperty("os.arch", "");
    String processor =
        switch (arch) {
          case "amd64", "x86_64" -> "x86-64";
          case "arm64", "aarch64" -> "aarch64";
          default -> arch;
        };
    return (HERE == LINUX ? "linux-" : "darwin-") + processor;
  }
}
