package dev.bullpen.launcher;

import dev.bullpen.launcher.share.BashCompletion;
import dev.bullpen.launcher.share.FishCompletion;
import dev.bullpen.launcher.share.ManualPage;
import dev.bullpen.launcher.share.ZshCompletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Called by the build with a folder and a date. Writes the manual page and completions for three
 * shells into the folder, at their places below {@code /usr/share}.
 */
public final class ShareFolder {
  private static final String NAME = "launcher";

  /** The same command. */
  private static final String OTHER_NAME = "bullpen";

  private static final List<String> NAMES = List.of(NAME, OTHER_NAME);

  private static final String PURPOSE =
      "serve the Model Context Protocol from a folder of scripts, and leave no process";

  private final Path folder;

  private ShareFolder(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    Path nowhere = Path.of("/");
    CommandSpec commands = Commands.of(new Home(nowhere, nowhere), Map.of()).spec();
    new ShareFolder(Path.of(arguments[0])).write(commands, CalledAs.bullpenVersion(), arguments[1]);
  }

  private void write(CommandSpec commands, String version, String date) throws IOException {
    write("man/man1/launcher.1", ManualPage.of(commands, NAMES, PURPOSE, version, date));
    write("man/man1/bullpen.1", ".so man1/launcher.1\n");
    addPlainWords(commands);
    write("bash-completion/completions/launcher", BashCompletion.of(commands, NAMES));
    write("bash-completion/completions/bullpen", ". \"${BASH_SOURCE[0]%/*}/launcher\"\n");
    write("zsh/site-functions/_launcher", ZshCompletion.of(commands, NAMES));
    write("fish/vendor_completions.d/launcher.fish", FishCompletion.of(commands));
    write("fish/vendor_completions.d/bullpen.fish", "complete -c bullpen -w launcher\n");
  }

  /** The words that {@link Commands} and {@link Main} handle without picocli. */
  private static void addPlainWords(CommandSpec root) {
    CommandSpec serve = CommandSpec.create();
    serve.usageMessage().header("Serve a client, as without a command.");
    root.options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .forEach(option -> serve.addOption(OptionSpec.builder(option).build()));
    CommandSpec help = CommandSpec.create();
    help.usageMessage().header("Print the help, or that of a command.");
    help.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("COMMAND")
            .type(String.class)
            .completionCandidates(List.copyOf(root.subcommands().keySet()))
            .build());
    CommandSpec version = CommandSpec.create();
    version.usageMessage().header("Print the version.");
    root.addSubcommand("serve", serve);
    root.addSubcommand("help", help);
    root.addSubcommand("version", version);
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
