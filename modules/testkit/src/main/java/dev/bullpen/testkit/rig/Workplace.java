package dev.bullpen.testkit.rig;

import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The temporary folder of a rig.
 *
 * @param folder holds the project, its compiled classes and the gate
 * @param gate where scripts say that they are ready
 * @param server token in the environment of the server and of all it starts
 * @param jobs what the tokens of all jobs begin with
 */
public record Workplace(Path folder, Gate gate, String server, String jobs) {
  /** Which variables of the tests scripts see. */
  private static final String SEEN = "MCP_TEST_TOKEN,MCP_TEST_GATE";

  public static Workplace open(Consumer<ProjectFixture> contents) {
    try {
      Path folder = Files.createTempDirectory("bullpen-rig-");
      ProjectFixture project = ProjectFixture.in(Files.createDirectory(folder.resolve("project")));
      project.provider(Rig.FAST, Scripts.FAST).provider(Rig.HOLD, Scripts.HOLD);
      contents.accept(project);
      project.write();
      return new Workplace(folder, Gate.at(folder.resolve("gate")), Tokens.fresh(), Tokens.fresh());
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  /** The same place for a further server: a token marks what belongs to which. */
  public Workplace another() {
    return new Workplace(folder, gate, Tokens.fresh(), jobs);
  }

  public Path project() {
    return folder.resolve("project");
  }

  /**
   * The packaged product on this project; every tool may be called, and the rate limits are such
   * that no test reaches them by accident. Its {@code /proc} files can be read, it is soon at rest,
   * and it has no control socket, which would come a second after that.
   */
  public Launcher launcher() {
    return Launcher.packaged()
        .project(project())
        .environment("BULLPEN_CACHE", folder.resolve("cache").toString())
        .environment("MCP_TEST_TOKEN", server)
        .environment("MCP_TEST_GATE", gate.path().toString())
        .environment("MCPBASH_TOOL_ENV_MODE", "allowlist")
        .environment("MCPBASH_TOOL_ENV_ALLOWLIST", SEEN)
        .environment("MCPBASH_PROVIDER_ENV_MODE", "allowlist")
        .environment("MCPBASH_PROVIDER_ENV_ALLOWLIST", SEEN)
        .environment("MCPBASH_TOOL_ALLOWLIST", "*")
        .environment("BULLPEN_TOOL_RATE", "1000000")
        .environment("BULLPEN_COMPLETION_RATE", "1000000")
        .environment("BULLPEN_CONTROL", "off")
        .visible()
        .withoutSpares();
  }

  public void close() {
    gate.close();
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be removed", e);
    }
  }
}
