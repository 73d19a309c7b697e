package dev.bullpen.launcher;

/** Which Bullpen this is; the compiler puts the build's version into the module. */
public final class Version {
  private Version() {}

  /** Such as 0.1.0. */
  public static String current() {
    return Version.class.getModule().getDescriptor().rawVersion().orElse("of unknown version");
  }
}
