package dev.bullpen.project.tool;

import java.util.List;

/** Which tool a name stands for, and how it is started. */
public sealed interface ToolResolution {
  /** It can be started by a program, by absolute path, and its arguments. */
  record Found(Tool tool, List<String> command) implements ToolResolution {
    public Found {
      command = List.copyOf(command);
    }
  }

  /** There is none: -32602. The message is fit for the client. */
  record Unknown(String message) implements ToolResolution {}

  /**
   * It is known but cannot be started until the project is mended: -32603; or -32602 if its script
   * is there and is not believed, as mcp-bash has it.
   *
   * @param message fit for the client, without paths
   * @param detail for the operator, with paths and the next step
   * @param isRejected which of the two
   */
  record Broken(String message, String detail, boolean isRejected) implements ToolResolution {}
}
