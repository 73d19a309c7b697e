package dev.bullpen.project.script;

import java.util.Collections;
import java.util.Map;

/**
 * What one run of a tool's script is told beyond {@code ToolEnvironment.common}.
 *
 * @param environment variables, or other values of common ones
 * @param files what is too long for a variable: UTF-8 by file name
 * @param fileVariables variables that tell where those files are: file name by variable
 */
public record ToolVariables(
    Map<String, String> environment, Map<String, byte[]> files, Map<String, String> fileVariables) {
  /** Takes the maps over; the first is read for every call, so nothing is put around it. */
  public ToolVariables {
    files = Collections.unmodifiableMap(files);
    fileVariables = Collections.unmodifiableMap(fileVariables);
  }
}
