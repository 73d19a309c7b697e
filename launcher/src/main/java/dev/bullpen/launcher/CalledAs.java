package dev.bullpen.launcher;

import dev.bullpen.project.script.ScriptEnvironment;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The name by which the command was called: its own, or that of a link to it. */
public enum CalledAs {
  LAUNCHER,
  /** The name in start scripts written for mcp-bash, which ask for the version first. */
  MCP_BASH;

  /** Set by the start script: the path, links not followed. */
  private static final String PROPERTY = "bullpen.name";

  public static CalledAs current() {
    return path().endsWith("mcp-bash") ? MCP_BASH : LAUNCHER;
  }

  private static Path path() {
    return Path.of(System.getProperty(PROPERTY, ""));
  }

  /** The word that a user types. */
  public String word() {
    return this == MCP_BASH ? "mcp-bash" : "launcher";
  }

  /**
   * The command for other programs to start: the link through which this one was called, if any,
   * because an upgrade changes where the link leads.
   */
  public Path command(Home home) {
    Path called = path().toAbsolutePath().normalize();
    boolean isLink = Files.isRegularFile(called) && !called.equals(home.command());
    return isLink ? called : home.lastingCommand();
  }

  /** Such as 0.1.0; the compiler puts the build's version into the module. */
  public static String bullpenVersion() {
    return Optional.ofNullable(CalledAs.class.getModule().getDescriptor())
        .flatMap(ModuleDescriptor::rawVersion)
        .orElse("of unknown version");
  }

  String version() {
    String own = "bullpen " + bullpenVersion();
    return this == MCP_BASH
        ? "mcp-bash %s (%s)".formatted(ScriptEnvironment.FRAMEWORK_VERSION, own)
        : own;
  }

  /** The arguments, with mcp-bash's names replaced by Bullpen's. */
  List<String> translated(List<String> arguments) {
    return this == MCP_BASH && arguments.equals(List.of("-v")) ? List.of("--version") : arguments;
  }
}
