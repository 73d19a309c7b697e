package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.ServerException;
import picocli.CommandLine.ParseResult;

/** A command that can also send its requests to a server that runs already. */
public interface Question extends Command {
  /** Returns the exit code. */
  int ask(Asking asking, ParseResult words, Console console)
      throws ServerException, InterruptedException, UsageException;
}
