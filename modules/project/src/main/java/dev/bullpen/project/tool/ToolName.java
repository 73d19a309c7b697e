package dev.bullpen.project.tool;

/** Which names a tool may have: MCP, tools, "Tool Names", and shorter than it allows. */
final class ToolName {
  /** Characters; more is refused by clients that build identifiers of their own from it. */
  static final int MAX_LENGTH = 64;

  private ToolName() {}

  static boolean isValid(String name) {
    return !name.isEmpty()
        && name.length() <= MAX_LENGTH
        && name.chars().allMatch(ToolName::isAllowed);
  }

  private static boolean isAllowed(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '.'
        || c == '-';
  }
}
