package dev.bullpen.pool.setting;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the guard finds its programs: in the usual folders, then in those of the server, because
 * some systems have nothing in the usual ones (NixOS, Guix). Only absolute paths are used: relative
 * ones are relative to where the server was started, which may be a project.
 */
public final class GuardPath {
  private static final String NAME = "PATH";
  private static final List<String> USUAL = List.of("/usr/bin", "/bin");

  private GuardPath() {}

  /**
   * @param server the server's environment
   * @return a value of the variable {@code PATH}
   */
  public static String of(Map<String, String> server) {
    Set<String> folders = new LinkedHashSet<>(USUAL);
    Collections.addAll(folders, server.getOrDefault(NAME, "").split(":"));
    folders.removeIf(folder -> !folder.startsWith("/"));
    return String.join(":", folders);
  }
}
