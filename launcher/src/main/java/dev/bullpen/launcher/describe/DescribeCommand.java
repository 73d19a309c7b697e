package dev.bullpen.launcher.describe;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ServeSettings;
import dev.bullpen.launcher.ShortRun;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.validate.DescribedFile;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.Project;
import dev.bullpen.project.ToolResolver;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code launcher describe TOOL}: runs the tool's file with {@value #DESCRIBE} in its environment.
 * With this variable the SDK prints the tool's description instead of running the tool. A file that
 * does not name the SDK is not run, because it would ignore the variable.
 */
public record DescribeCommand(Home home, Map<String, String> environment) implements Command {
  private static final String CHECK = "--check";
  private static final String DESCRIBE = "BULLPEN_DESCRIBE";

  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** For a test of a file that does not end. */
  private static final Duration LIMIT_UNDER_TEST = Duration.ofSeconds(1);

  private static final Pattern NAMES_THE_SDK =
      Pattern.compile("\\b(?:from|import)\\s+bullpen\\b|bullpen\\.mjs");

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("describe");
    spec.addPositional(
        Command.word("TOOL", "the tool's name, or the name of its folder in tools").build());
    spec.addOption(
        Command.flag(CHECK, "write nothing; only check whether the metadata is up to date"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Write a tool's metadata, as its file declares it.", "")
        .description(
            "For tools made with bullpen.py or bullpen.mjs. Writes name, description, schemas and"
                + " other declared members; the other members of tool.meta.json stay.",
            "")
        .footer("", "Example: launcher describe search")
        .exitCodeList(
            Command.exitCodes(
                "the metadata is up to date",
                "it is not (" + CHECK + "), or the file does not describe itself"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    String name = words.matchedPositionalValue(0, "");
    try {
      Path root = Command.folder(words, environment);
      List<String> problems = new ArrayList<>();
      Map<String, String> served =
          ServeSettings.read(List.of(), environment).environment(environment);
      Project project = Project.open(root, served, home.folder(), problems::add);
      Layout layout = Layout.of(root, served, home.folder());
      Tool tool = find(project, layout.tools().path().resolve(name).normalize(), name, problems);
      Path file = metadata(tool);
      ObjectNode before = before(file, layout);
      ObjectNode after = describe(project, tool).over(before);
      if (after.equals(before)) {
        console.say("%s is up to date".formatted(file));
        return ExitCode.DONE;
      }
      if (words.matchedOptionValue(CHECK, false)) {
        console.complain(
            "%s is out of date. Run launcher describe %s.".formatted(file, tool.name()));
        return ExitCode.FAILED;
      }
      Description.write(after, file);
      console.say("Wrote " + file);
      return ExitCode.DONE;
    } catch (UndescribedException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    } catch (IOException e) {
      console.complain("the tool %s cannot be described: %s".formatted(name, Cause.withPath(e)));
      return ExitCode.FAILED;
    }
  }

  /** The tool with that name, else the only tool in that folder. */
  private static Tool find(Project project, Path folder, String name, List<String> problems)
      throws UndescribedException {
    List<Tool> tools = project.catalog().tools();
    List<Tool> found =
        project
            .catalog()
            .tool(name)
            .map(List::of)
            .orElseGet(
                () ->
                    tools.stream()
                        .filter(tool -> folder.equals(tool.script().getParent()))
                        .toList());
    if (found.size() == 1) {
      return found.get(0);
    }
    List<String> all = new ArrayList<>(problems);
    all.addAll(project.catalog().problems());
    Optional<String> why = all.stream().filter(said -> said.contains(folder + "/")).findFirst();
    throw new UndescribedException(
        why.orElseGet(
            () ->
                "there is no tool \"%s\".%s A tool is an executable file in tools/NAME."
                    .formatted(
                        name, Suggestion.question(name, tools.stream().map(Tool::name).toList()))));
  }

  /** The present metadata; an empty object if there is none. */
  private static ObjectNode before(Path file, Layout layout) throws UndescribedException {
    List<String> problems = new ArrayList<>();
    Optional<ObjectNode> before =
        SmallFile.object(file, problems::add, List.of(layout.root(), layout.tools()));
    if (!problems.isEmpty()) {
      throw new UndescribedException(problems.get(0));
    }
    return before.orElseGet(Json::object);
  }

  private static Path metadata(Tool tool) throws UndescribedException {
    Optional<Path> file = DescribedFile.metadata(tool);
    if (file.isPresent()) {
      return file.get();
    }
    Path script = tool.script();
    if (!tool.where().equals(script.toString())
        || InlineMetadata.read(script).object().isPresent()) {
      throw new UndescribedException(
          "the tool %s has its metadata in %s. Remove it there; launcher describe writes a file of its own."
              .formatted(tool.name(), tool.where()));
    }
    String name = script.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return script.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".meta.json");
  }

  private Description describe(Project project, Tool tool)
      throws UndescribedException, IOException {
    Path script = tool.script();
    String before = DescribedFile.sha256(script);
    if (!NAMES_THE_SDK.matcher(Files.readString(script, StandardCharsets.ISO_8859_1)).find()) {
      throw new UndescribedException(
          "%s does not use bullpen.py or bullpen.mjs, so it was not run: it would run the tool. Write its metadata by hand."
              .formatted(script));
    }
    ToolResolver.Resolution resolution = project.tools().resolve(tool.name());
    if (!(resolution instanceof ToolResolver.Found found)) {
      throw new UndescribedException(
          resolution instanceof ToolResolver.Broken broken
              ? broken.detail()
              : "the tool %s no longer exists".formatted(tool.name()));
    }
    Map<String, String> variables = new HashMap<>(project.scriptEnvironment().ofTool());
    variables.put(DESCRIBE, "1");
    Duration limit = Safeguard.isUnderTest() ? LIMIT_UNDER_TEST : LIMIT;
    ShortRun.Result result =
        new ShortRun(variables, limit, ShortRun.Errors.OF_THIS_PROCESS)
            .runAlone(found.command(), project.root())
            .orElseThrow(
                () ->
                    new UndescribedException(
                        "%s did not describe itself within %d s and was killed."
                            .formatted(found.command().get(0), limit.toSeconds())));
    return Description.read(result.output(), before)
        .filter(description -> result.exitCode() == 0)
        .orElseThrow(
            () ->
                new UndescribedException(
                    "%s is no description: it ended with exit code %d and %s. It must declare a tool and end with run(), or call tool()."
                        .formatted(
                            script, result.exitCode(), Description.beginning(result.output()))));
  }

  /** The tool cannot be described. The message says why and what to do. */
  private static final class UndescribedException extends Exception {
    private static final long serialVersionUID = 1;

    UndescribedException(String message) {
      super(message);
    }
  }
}
