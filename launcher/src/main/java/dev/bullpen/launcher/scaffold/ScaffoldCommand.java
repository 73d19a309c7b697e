package dev.bullpen.launcher.scaffold;

import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code launcher scaffold KIND NAME}: adds a tool, prompt, resource and so on. */
public record ScaffoldCommand(Home home, Map<String, String> environment) implements Command {
  private static final String KIND = "KIND";
  private static final Choice KINDS =
      Choice.of("tool", "prompt", "resource", "completion", "ui", "test");

  private static final String UI = "--ui";
  private static final String TOOL = "--tool";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("scaffold");
    spec.addPositional(
        Command.word(KIND, "what it is: " + KINDS)
            .required(false)
            .completionCandidates(KINDS.words())
            .build());
    spec.addPositional(
        Command.word("NAME", "its name; test has none, ui with --tool needs none")
            .required(false)
            .index("1")
            .arity("0..1")
            .build());
    spec.addOption(NewCommand.language());
    spec.addOption(Command.flag(UI, "with a tool, a page for it"));
    spec.addOption(Command.value(TOOL, "TOOL", "with ui, the tool that the page belongs to"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Add a tool, prompt, resource, completion, page or test to the project.", "")
        .footer(
            "",
            "Examples:",
            "  launcher scaffold tool search --lang python",
            "  launcher scaffold ui --tool search")
        .exitCodeList(Command.exitCodes("it is there", "it cannot be written, or was there"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    String kind = new Given(KIND, words.matchedPositionalValue(0, "")).oneOf(KINDS);
    try {
      Path project = Command.folder(words, environment);
      return scaffold(kind, words, new Skeleton(home.templates(), project, console));
    } catch (IOException e) {
      console.complain("the %s cannot be written: %s".formatted(kind, Cause.withPath(e)));
      return ExitCode.FAILED;
    }
  }

  private static int scaffold(String kind, ParseResult words, Skeleton skeleton)
      throws UsageException, IOException {
    String tool = words.matchedOptionValue(TOOL, "");
    String given = words.matchedPositionalValue(1, "");
    if (kind.equals("test")) {
      if (refused(skeleton, "test/run.sh") || refused(skeleton, "test/README.md")) {
        return ExitCode.FAILED;
      }
      skeleton.test();
      return ExitCode.DONE;
    }
    if (kind.equals("ui") && !tool.isEmpty()) {
      return ofTool(tool, skeleton);
    }
    if (given.isEmpty()) {
      throw new UsageException(
          "the %s's name is missing: launcher scaffold %s NAME".formatted(kind, kind));
    }
    String name = Skeleton.checked(kind, given);
    String folder = (kind.equals("ui") ? "ui" : kind + "s") + "/" + name;
    if (refused(skeleton, folder)) {
      return ExitCode.FAILED;
    }
    switch (kind) {
      case "tool" -> {
        skeleton.tool(name, Language.of(words.matchedOptionValue(Language.OPTION, "sh")));
        if (words.matchedOptionValue(UI, false)) {
          skeleton.ui(name, folder + "/ui");
        }
      }
      case "prompt" -> skeleton.prompt(name);
      case "resource" -> skeleton.resource(name);
      case "completion" -> skeleton.completion(name);
      default -> skeleton.ui(name, folder);
    }
    skeleton
        .console()
        .say("Scaffolded %s at %s".formatted(kind, skeleton.project().resolve(folder)));
    return ExitCode.DONE;
  }

  private static int ofTool(String tool, Skeleton skeleton) throws UsageException, IOException {
    String folder = "tools/" + Skeleton.checked("tool", tool);
    if (!skeleton.has(folder)) {
      skeleton.console().complain("there is no %s in %s.".formatted(folder, skeleton.project()));
      return ExitCode.FAILED;
    }
    if (refused(skeleton, folder + "/ui")) {
      return ExitCode.FAILED;
    }
    skeleton.ui(tool, folder + "/ui");
    skeleton.console().say("Scaffolded ui at " + skeleton.project().resolve(folder).resolve("ui"));
    return ExitCode.DONE;
  }

  private static boolean refused(Skeleton skeleton, String path) {
    boolean isThere = skeleton.has(path);
    if (isThere) {
      skeleton
          .console()
          .complain(
              "%s already exists. Choose another name, or remove it first."
                  .formatted(skeleton.project().resolve(path)));
    }
    return isThere;
  }
}
