package dev.bullpen.launcher;

import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.StandardOutput;
import dev.bullpen.posix.SystemCalls;
import dev.bullpen.posix.log.Shown;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.project.ProjectRoot;
import dev.bullpen.wire.Safeguard;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Starts the command. Without a command word it serves. */
public final class Main {
  private static final Set<String> ASKS = Set.of("--help", "-h", "--version", "-V");

  /** Commands that mcp-bash takes as options, too. */
  private static final Set<String> PROBES = Set.of("--health", "--ready");

  /** The message of glibc's loader for a file on a mount with noexec. */
  private static final String NOT_MAPPED = "failed to map segment";

  private static final String NO_EXEC =
      "The system runs nothing from that folder. Probably its mount has the option noexec: check with"
          + " findmnt -T. Install Bullpen on another mount, or mount this one without noexec.";

  private static final String NO_THREAD =
      "the system has no further thread for Bullpen (%s). End other programs of this user, or raise"
          + " their number: ulimit -u, or the limit of the container.";

  private static final String NO_FIT =
      "Bullpen needs macOS, or Linux with glibc 2.29 or newer (Alpine has musl). "
          + "On one of these, install it once more.";

  private Main() {}

  public static void main(String[] arguments) {
    // Clients and logs get ASCII digits, whatever the user's locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    StandardOutput.useForErrors();
    System.exit(run(withoutTest(List.of(arguments)), Variables.restore(System.getenv())));
  }

  /** Removes the test's own first word, and warns of the guarantees that the test switches off. */
  private static List<String> withoutTest(List<String> arguments) {
    boolean underTest = !arguments.isEmpty() && arguments.get(0).equals(Safeguard.WORD);
    System.setProperty(Safeguard.PROPERTY, Boolean.toString(underTest));
    if (!underTest) {
      return arguments;
    }
    if (!Safeguard.off().isEmpty()) {
      warn("%s switches off what Bullpen promises: %s", Safeguard.VARIABLE, Safeguard.off());
    }
    String standIn = System.getenv(HelperCommand.STAND_IN);
    if (standIn != null) {
      warn("%s replaces every helper: %s", HelperCommand.STAND_IN, standIn);
    }
    return arguments.subList(1, arguments.size());
  }

  private static void warn(String sentence, Object... about) {
    System.err.println("launcher: for a test, " + sentence.formatted(about));
  }

  private static int run(List<String> words, Map<String, String> environment) {
    try {
      Home home = Home.current();
      List<String> arguments = asCommand(withoutServe(CalledAs.current().translated(words)));
      return serves(arguments)
          ? Serving.run(arguments, environment, home)
          : Commands.of(home, environment).run(arguments, Console.current(environment));
    } catch (UsageException e) {
      complain(words, environment, e.getMessage());
      return ExitCode.USAGE;
    } catch (InvalidPathException e) {
      complain(words, environment, unspelled(e));
      return ExitCode.FAILED;
    } catch (NoThreadException e) {
      complain(words, environment, NO_THREAD.formatted(e.complaint()));
      return ExitCode.FAILED;
    } catch (LinkageError e) {
      // JDK 17 makes a path of the current folder when it creates a logger.
      if (e.getCause() instanceof InvalidPathException path) {
        complain(words, environment, unspelled(path));
        return ExitCode.FAILED;
      }
      String failure = SystemCalls.failure().orElseThrow(() -> e);
      complain(words, environment, failure);
      complain(words, environment, failure.contains(NOT_MAPPED) ? NO_EXEC : NO_FIT);
      return ExitCode.FAILED;
    }
  }

  /** The message for a folder of the environment; the project's folder has a message of its own. */
  private static String unspelled(InvalidPathException e) {
    return "a folder of the environment is "
        + e.getInput()
        + ", which "
        + ProjectRoot.lostLetters();
  }

  private static void complain(
      List<String> arguments, Map<String, String> environment, String sentence) {
    if (serves(arguments)) {
      Console.serverError(environment, sentence);
    } else {
      System.err.println("launcher: " + Shown.of(sentence));
    }
  }

  /** Removes the optional word {@code serve}. */
  private static List<String> withoutServe(List<String> arguments) {
    boolean hasWord = !arguments.isEmpty() && arguments.get(0).equals("serve");
    return hasWord ? arguments.subList(1, arguments.size()) : arguments;
  }

  private static List<String> asCommand(List<String> arguments) {
    if (arguments.isEmpty() || !PROBES.contains(arguments.get(0))) {
      return arguments;
    }
    List<String> words = new ArrayList<>(arguments);
    words.set(0, words.get(0).substring("--".length()));
    return words;
  }

  /** Whether the arguments start a server: they are settings only. */
  static boolean serves(List<String> arguments) {
    boolean word =
        !arguments.isEmpty()
            && (!arguments.get(0).startsWith("-") || PROBES.contains(arguments.get(0)));
    return !word && arguments.stream().noneMatch(ASKS::contains);
  }
}
