package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.metadata.ProjectException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** A command that can also send its requests to a server that runs already. */
public interface Question extends Command {
  Home home();

  /** All of the command's own environment, which its server gets. */
  Map<String, String> environment();

  /** A wrong word starts no server. */
  default void check(ParseResult words) throws UsageException {}

  /** Further words of the server's command line. */
  default List<String> settings(ParseResult words) {
    return List.of();
  }

  /** Gets the server's notifications. */
  default Server.Listener listener(Console console) {
    return (method, params) -> {};
  }

  /** Returns the exit code. */
  int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException;

  @Override
  default int run(ParseResult words, Console console)
      throws UsageException, ProjectException, InterruptedException {
    check(words);
    return Asking.run(
        home(),
        environment(),
        words,
        console,
        settings(words),
        listener(console),
        asking -> ask(asking, words, console));
  }
}
