package dev.bullpen.acceptance.conformance;

import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * Where npm installs the suite, in the versions of {@code package-lock.json}. It stays from one run
 * to the next, until the lock changes.
 */
final class SuiteFolder {
  private static final Path FOLDER = Path.of("target", "conformance").toAbsolutePath();
  private static final Path LOCK = FOLDER.resolve("package-lock.json");
  private static final Path INSTALLED = FOLDER.resolve("node_modules/installed-lock.json");
  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "node20.mjs");

  private static final String HAS_NODE =
      "node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' && npm --version";
  private static final String GET_NODE =
      "The conformance suite needs Node.js 20 or newer, and npm, on PATH: see https://nodejs.org";

  /** What npm has in its cache is not fetched again. */
  private static final String INSTALL =
      "npm ci --prefer-offline --fetch-retries=1 --fetch-retry-mintimeout=1000"
          + " --ignore-scripts --no-audit --no-fund";

  private static final Duration INSTALLING = Duration.ofMinutes(5);

  private static final Pattern ERROR = Pattern.compile("npm (?:error|ERR!) code (\\w+)");

  /** The codes of npm that mean that no registry has answered. */
  private static final Set<String> UNREACHABLE =
      Set.of(
          "EAI_AGAIN",
          "ECONNREFUSED",
          "ECONNRESET",
          "EHOSTUNREACH",
          "ENETUNREACH",
          "ENOTCACHED",
          "ENOTFOUND",
          "ERR_SOCKET_TIMEOUT",
          "ETIMEDOUT");

  private static final String GET_REGISTRY =
      "npm cannot fetch the conformance suite, as no registry answers (%s). Run this test once with"
          + " a connection, or name a registry: npm config set registry URL";

  private SuiteFolder() {}

  /** Where it is installed. Without node, npm or a registry, the test is skipped. */
  static Path installed() throws IOException {
    if (!Sh.succeeds(HAS_NODE)) {
      skip(GET_NODE);
    }
    Files.createDirectories(FOLDER);
    for (String file : FILES) {
      try (InputStream resource = SuiteFolder.class.getResourceAsStream("/conformance/" + file)) {
        Files.copy(resource, FOLDER.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (!Files.exists(INSTALLED) || Files.mismatch(LOCK, INSTALLED) >= 0) {
      install();
      Files.copy(LOCK, INSTALLED);
    }
    return FOLDER;
  }

  private static void install() throws IOException {
    Path log = FOLDER.resolve("npm.log");
    if (run(FOLDER, log, INSTALLING, INSTALL.split(" ")) == 0) {
      return;
    }
    String said = Files.readString(log);
    Matcher error = ERROR.matcher(said);
    if (error.find() && UNREACHABLE.contains(error.group(1))) {
      skip(GET_REGISTRY.formatted(error.group(1)));
    }
    throw new IllegalStateException("npm cannot install the conformance suite:\n" + said);
  }

  private static void skip(String why) {
    System.out.println("[skipped] " + why);
    Assumptions.abort(why);
  }

  /**
   * Run a program of node.
   *
   * @param log takes what it prints
   * @return its exit code
   */
  static int run(Path folder, Path log, Duration limit, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(command[0] + " takes too long: see " + log);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during " + command[0], e);
    } finally {
      process.destroyForcibly();
    }
  }
}
