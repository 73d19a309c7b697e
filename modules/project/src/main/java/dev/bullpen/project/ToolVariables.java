package dev.bullpen.project;

import java.util.Map;

/**
 * What one run of a tool's script is told beyond {@link ToolEnvironment#common}.
 *
 * @param environment variables, or other values of common ones
 * @param files what is too long for a variable: UTF-8 by file name
 * @param fileVariables variables that tell where those files are: file name by variable
 */
public record ToolVariables(
    Map<String, String> environment, Map<String, byte[]> files, Map<String, String> fileVariables) {
  /** Copies the maps. */
  public ToolVariables {
    environment = Map.copyOf(environment);
    files = Map.copyOf(files);
    fileVariables = Map.copyOf(fileVariables);
  }
}
