package dev.bullpen.launcher;

import dev.bullpen.project.script.ScriptEnvironment;
import java.util.List;

/** The name by which the command was called: its own, or that of a link to it. */
enum CalledAs {
  LAUNCHER,
  /** As start scripts of projects call it, which ask for the version before they go on. */
  MCP_BASH;

  /** Set by the start script. */
  private static final String PROPERTY = "bullpen.name";

  static CalledAs current() {
    return "mcp-bash".equals(System.getProperty(PROPERTY)) ? MCP_BASH : LAUNCHER;
  }

  /** Such as 0.1.0; the compiler puts the build's version into the module. */
  static String bullpenVersion() {
    return CalledAs.class.getModule().getDescriptor().rawVersion().orElse("of unknown version");
  }

  String version() {
    String own = "bullpen " + bullpenVersion();
    return this == MCP_BASH
        ? "mcp-bash %s (%s)".formatted(ScriptEnvironment.FRAMEWORK_VERSION, own)
        : own;
  }

  /** The arguments, where those of mcp-bash have another name here. */
  List<String> meant(List<String> arguments) {
    return this == MCP_BASH && arguments.equals(List.of("-v")) ? List.of("--version") : arguments;
  }
}
