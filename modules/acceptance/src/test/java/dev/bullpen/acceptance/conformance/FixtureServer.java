package dev.bullpen.acceptance.conformance;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packaged server on the fixtures, as an operator starts it.
 *
 * @param url of its endpoint
 */
record FixtureServer(McpProcess process, String url) implements AutoCloseable {
  private static final Pattern SERVING = Pattern.compile("serving (http://\\S+)");

  /** Within this a server is up, or down, on the slowest machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static FixtureServer start(Path project) {
    McpProcess process =
        Launcher.packaged()
            .with("serve", "--http", "127.0.0.1:0", "--anonymous")
            .with("--workers", "4", "--allow", "*")
            .project(project)
            .start();
    Poll.until(Deadline.in(PATIENCE), () -> serving(process).find() || !process.running());
    Matcher serving = serving(process);
    if (!serving.find()) {
      process.close();
      throw new AssertionError("the server does not serve:\n" + process.stderr().text());
    }
    return new FixtureServer(process, serving.group(1));
  }

  private static Matcher serving(McpProcess process) {
    return SERVING.matcher(process.stderr().text());
  }

  /** Tell it to end, so that it ends what it has started. */
  @Override
  public void close() {
    process.signal(Signal.TERM);
    process.awaitExit(Deadline.in(PATIENCE));
    process.close();
  }
}
