package dev.bullpen.launcher.registry;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code launcher registry refresh} writes the files of the registry, and {@code registry status}
 * shows their state, both as mcp-bash does. A server writes the files itself whenever it reads the
 * project.
 */
public record RegistryCommand(Home home, Map<String, String> environment) implements Command {
  private static final String WHAT = "WHAT";
  private static final String REFRESH = "refresh";
  private static final Choice DEEDS =
      Choice.of().with(REFRESH, "writes the files").with("status", "shows their state");

  private static final String QUIET = "--quiet";
  private static final String NO_NOTIFY = "--no-notify";
  private static final String FILTER = "--filter";

  /** Variables that would keep the files from being written. */
  private static final List<String> KEEPING =
      List.of("MCPBASH_STATIC_REGISTRY", "MCPBASH_REGISTRY_REFRESH_NO_WRITE");

  /** A kind of entries: its member of the answer, and its file. */
  private enum Kind {
    TOOLS("tools"),
    RESOURCES("resources"),
    PROMPTS("prompts"),
    UI("ui-resources");

    final String member = name().toLowerCase(Locale.ROOT);
    final String file;

    Kind(String name) {
      this.file = name + ".json";
    }

    int count(Catalog catalog) {
      return switch (this) {
        case TOOLS -> catalog.tools().size();
        case RESOURCES -> catalog.resources().size();
        case PROMPTS -> catalog.prompts().size();
        case UI -> catalog.uiResources().size();
      };
    }
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("registry");
    spec.addPositional(
        Command.word(WHAT, DEEDS.explained()).completionCandidates(DEEDS.words()).build());
    spec.addOption(Command.project());
    spec.addOption(Command.flag(QUIET, "do not report problems of the project"));
    spec.addOption(Command.flag(NO_NOTIFY, "ignored: servers notify their clients themselves"));
    spec.addOption(
        Command.value(
            FILTER, "PATH", "ignored: the whole project is read, which takes milliseconds"));
    spec.usageMessage()
        .header("Write the project's catalog into files, or show their state.", "")
        .description(
            "The files are in .registry of the project ($MCPBASH_REGISTRY_DIR). A server with"
                + " MCPBASH_STATIC_REGISTRY=1 serves their entries. server.d/register.sh runs if"
                + " MCPBASH_ALLOW_PROJECT_HOOKS=true.",
            "")
        .exitCodeList(
            Command.exitCodes("a JSON object was printed", "the files could not be written"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    String deed = new Given(WHAT, words.matchedPositionalValue(0, "")).oneOf(DEEDS);
    Path root = Command.folder(words, environment);
    return deed.equals(REFRESH)
        ? refresh(root, words.matchedOptionValue(QUIET, false), console)
        : status(root, console);
  }

  private int refresh(Path root, boolean isQuiet, Console console) {
    Map<String, String> writing = new HashMap<>(environment);
    KEEPING.forEach(writing::remove);
    Project project =
        Project.open(
            root,
            writing,
            home.folder(),
            warning -> {
              if (!isQuiet) {
                console.note(warning);
              }
            },
            new ProjectShell(root));
    Catalog catalog = project.refresh();
    Optional<String> failure = write(project, catalog);
    ObjectNode answer = Json.object();
    for (Kind kind : Kind.values()) {
      answer
          .putObject(kind.member)
          .put("status", failure.isPresent() ? "failed" : "ok")
          .put("count", kind.count(catalog))
          .put("error", failure.orElse(null));
    }
    answer.put("notificationsSent", false).put("mode", "full");
    console.text(answer.toPrettyString());
    return failure.isPresent() ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static Optional<String> write(Project project, Catalog catalog) {
    if (catalog.broken().isPresent()) {
      return Optional.of(catalog.broken().get().getMessage());
    }
    try {
      project.registryCache().writeOrFail(catalog);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "the registry in %s is not written: %s"
              .formatted(project.registryCache().folder(), Cause.withPath(e)));
    }
  }

  private int status(Path root, Console console) {
    Path folder =
        Project.open(root, environment, home.folder(), warning -> {}).registryCache().folder();
    ObjectNode answer =
        Json.object().put("projectRoot", root.toString()).put("jsonTool", "builtin");
    for (Kind kind : Kind.values()) {
      answer.set(kind.member, status(folder.resolve(kind.file)));
    }
    console.text(answer.toPrettyString());
    return ExitCode.DONE;
  }

  private static ObjectNode status(Path file) {
    ObjectNode status = Json.object();
    try {
      long written = Files.getLastModifiedTime(file).to(TimeUnit.SECONDS);
      JsonNode held = Json.parseLastWins(Files.readAllBytes(file));
      int listed = Math.max(held.path("items").size(), held.path("uiResources").size());
      return status
          .put("status", "present")
          .put("path", file.toString())
          .put("count", held.path("total").intValue(listed))
          .put("hash", held.path("hash").stringValue(""))
          .put("mtime", written);
    } catch (IOException | JsonException e) {
      return status
          .put("status", Files.exists(file) ? "unreadable" : "missing")
          .put("path", file.toString())
          .put("count", 0)
          .put("hash", "")
          .put("mtime", 0);
    }
  }
}
