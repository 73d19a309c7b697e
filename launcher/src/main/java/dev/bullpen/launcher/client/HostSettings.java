package dev.bullpen.launcher.client;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings in the environment that are meant for all servers of a host. A server for a project
 * of Bullpen's own gets only these. The others are meant for the operator's project: with them this
 * one might be refused, be served from other folders, or be written to another registry.
 */
public final class HostSettings {
  private static final Set<String> NAMES =
      Set.of(
          // How JVMs run here, and what they may keep.
          "BULLPEN_JAVA_OPTS",
          "BULLPEN_CACHE",
          "BULLPEN_ARCHIVES",
          "BULLPEN_REHEARSAL",
          // What this host offers to hold processes together.
          "BULLPEN_ISOLATION",
          // What people want to read.
          "BULLPEN_LOG_LEVEL",
          "BULLPEN_LOG_FORMAT",
          // By what a server that has started this process finds all that comes of it.
          "BULLPEN_SESSION",
          "BULLPEN_HELPER",
          "BULLPEN_JOB",
          // What tests switch off or put in the place of something.
          "BULLPEN_TEST_OFF",
          "BULLPEN_TEST_HELPER",
          "BULLPEN_TEST_CLOCK");

  /** How all settings of servers begin, and what servers tell scripts. */
  private static final List<String> PREFIXES = List.of("BULLPEN_", "MCPBASH_", "MCP_");

  private HostSettings() {}

  /** Removes all other settings of servers; what is no setting of one stays. */
  public static void keepAlone(Map<String, String> environment) {
    environment
        .keySet()
        .removeIf(name -> !NAMES.contains(name) && PREFIXES.stream().anyMatch(name::startsWith));
  }
}
