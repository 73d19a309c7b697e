package dev.bullpen.acceptance.npm;

import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * A folder in which npm installs programs of node, in the versions of a {@code package-lock.json}.
 * It stays from one run to the next, until the lock changes.
 */
public record NpmFolder(Path path) {
  private static final String LOCK = "package-lock.json";
  private static final String INSTALLED = "node_modules/installed-lock.json";

  private static final String HAS_NODE =
      "node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' && npm --version";
  private static final String GET_NODE =
      "This test needs Node.js 20 or newer, and npm, on PATH: see https://nodejs.org";

  /** What npm has in its cache is not fetched again. Retries follow after 1, 2, 4 and 8 s. */
  private static final String INSTALL =
      "npm ci --prefer-offline --fetch-retries=4 --fetch-retry-mintimeout=1000"
          + " --fetch-retry-factor=2 --ignore-scripts --no-audit --no-fund";

  private static final Duration INSTALLING = Duration.ofMinutes(5);

  /** How often npm is run before it has failed: a download may break off, and so may npm. */
  private static final int ATTEMPTS = 2;

  /**
   * What npm says if no registry has answered, if it serves nothing now, or if the download breaks
   * off. EINTEGRITY is not among these: what comes twice with another checksum is another package.
   */
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "npm (?:error|ERR!) (?:code )?(E403|E408|E429|E5\\d\\d|EAI_AGAIN|EAI_FAIL|ECONNABORTED"
              + "|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTCACHED|ENOTFOUND|EPIPE|EPROTO"
              + "|ERR_SOCKET_TIMEOUT|ERR_STREAM_PREMATURE_CLOSE|ETIMEDOUT|TAR_BAD_ARCHIVE|Z_BUF_ERROR"
              + "|Exit handler never called!)");

  private static final String GET_REGISTRY =
      "npm cannot fetch what this test needs, as no registry serves it (%s). Run it once with"
          + " a connection, or name a registry: npm config set registry URL";

  /**
   * Install what a folder of the tests' resources asks for. Without node, npm or a registry, the
   * test is skipped.
   *
   * @param resources has {@code package.json} and {@code package-lock.json}
   * @param others further files of it that are needed beside what is installed
   */
  public static NpmFolder installed(String resources, String... others) throws IOException {
    if (!Sh.succeeds(HAS_NODE)) {
      skip(GET_NODE);
    }
    NpmFolder folder = new NpmFolder(Path.of("target", resources).toAbsolutePath());
    Files.createDirectories(folder.path);
    List<String> files = new ArrayList<>(List.of("package.json", LOCK));
    files.addAll(List.of(others));
    for (String file : files) {
      try (InputStream resource =
          NpmFolder.class.getResourceAsStream("/" + resources + "/" + file)) {
        Files.copy(resource, folder.path.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path lock = folder.path.resolve(LOCK);
    Path installed = folder.path.resolve(INSTALLED);
    if (!Files.exists(installed) || Files.mismatch(lock, installed) >= 0) {
      folder.install();
      Files.copy(lock, installed);
    }
    return folder;
  }

  private void install() throws IOException {
    Path log = path.resolve("npm.log");
    for (int i = 0; i < ATTEMPTS; i++) {
      OptionalInt code = exitCode(log, INSTALLING, INSTALL.split(" "));
      if (code.isEmpty()) {
        skip(GET_REGISTRY.formatted("not within " + INSTALLING.toMinutes() + " minutes"));
      }
      if (code.getAsInt() == 0) {
        return;
      }
    }
    String said = Files.readString(log);
    Matcher error = UNREACHABLE.matcher(said);
    if (error.find()) {
      skip(GET_REGISTRY.formatted(error.group(1)));
    }
    throw new IllegalStateException("npm cannot install into " + path + ":\n" + said);
  }

  private static void skip(String why) {
    System.out.println("[skipped] " + why);
    Assumptions.abort(why);
  }

  /**
   * Run a program in it.
   *
   * @param log takes what it prints
   * @return its exit code
   */
  public int run(Path log, Duration limit, String... command) throws IOException {
    return exitCode(log, limit, command)
        .orElseThrow(() -> new IllegalStateException(command[0] + " takes too long: see " + log));
  }

  /** Empty if it was ended at the limit. */
  private OptionalInt exitCode(Path log, Duration limit, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(path.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      return process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during " + command[0], e);
    } finally {
      process.destroyForcibly();
    }
  }
}
