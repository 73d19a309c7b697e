package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Definition;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Turns files and registered entries into prompts. */
public final class PromptReader {
  private static final String USER = "user";

  /** Who may speak in a prompt, in every revision of MCP. */
  private static final Set<String> ROLES = Set.of(USER, "assistant");

  private static final Set<String> RENDERS = Set.of("text", "script");

  private final Folder folder;
  private final Folder project;
  private final Warnings problems;

  public PromptReader(Layout layout, Warnings problems) {
    this.folder = layout.prompts();
    this.project = layout.root();
    this.problems = problems;
  }

  /** What a prompt is made from. Paths in the metadata are relative to the base. */
  private record Source(
      String name,
      String path,
      Optional<String> completionScript,
      ObjectNode metadata,
      Path base,
      String where) {}

  /** The prompts that a registration names, else those of the prompts folder. */
  public NamedItems<Prompt> read(Registration registration, FolderListing files) {
    return NamedItems.firstOf(
        "prompt",
        Prompt::name,
        prompt -> folder.path().resolve(prompt.path()).toString(),
        registration.prompts().isPresent()
            ? registered(registration)
            : discovered(new Discovery(files, problems)),
        problems);
  }

  private List<Prompt> discovered(Discovery discovery) {
    List<Prompt> prompts = new ArrayList<>();
    for (FoundFile file : discovery.files()) {
      Source source =
          new Source(
              file.name(),
              file.path(),
              discovery.completionScript(file.path()),
              file.metadataOrNone(),
              file.file().getParent(),
              file.where().toString());
      read(source).ifPresent(prompts::add);
    }
    discovery.reportOrphans(metadata -> true);
    return prompts;
  }

  /**
   * Registered entries; one without a name is said and left out. One without a path, or whose path
   * leads out, is said, and has the empty path, by which no file is found.
   */
  private List<Prompt> registered(Registration registration) {
    List<ObjectNode> entries = registration.prompts().orElse(List.of());
    EntryPath paths = new EntryPath(folder, project);
    List<Prompt> prompts = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = paths.javaAsPath(entries.get(i), false);
      String where = registration.where(project, RegistrationKind.PROMPTS, i);
      Optional<String> name = Members.text(entry, "name");
      if (name.isEmpty()) {
        problems.add(where + " is ignored: it lacks its name. Add it.");
        continue;
      }
      String path = path(entry, paths, problem -> problems.add(where + ": " + problem));
      Optional<String> script = Discovery.completionBeside(path, folder, problems);
      read(new Source(name.get(), path, script, entry, project.path(), where))
          .ifPresent(prompts::add);
    }
    return prompts;
  }

  private static String path(ObjectNode entry, EntryPath paths, Warnings said) {
    Optional<String> written = Members.text(entry, "path");
    String path = written.map(text -> paths.known(text, said)).orElse("");
    if (written.isEmpty()) {
      said.add(
          "it has no \"path\" with something in it, so nobody can get the prompt. Add one, relative to the prompts folder or the project.");
    } else if (!path.isEmpty() && !paths.isThere(path)) {
      said.add(
          "there is no file \"%s\". Create it or correct \"path\", which is relative to the prompts folder or the project."
              .formatted(EscapedBytes.of(written.get())));
    }
    return path;
  }

  /** Empty if its script cannot be run, or its limits cannot be kept, which is reported. */
  private Optional<Prompt> read(Source source) {
    ObjectNode metadata = source.metadata();
    Warnings said = problem -> problems.add(source.where() + ": " + problem);
    ScriptLimits limits;
    try {
      limits = ScriptLimits.read(metadata, source.path());
    } catch (EntryException e) {
      said.add(
          "the prompt \"%s\" is not published: %s"
              .formatted(EscapedBytes.of(source.name()), e.sentences()));
      return Optional.empty();
    }
    boolean isScript = isScript(source, said);
    Optional<String> objection =
        isScript
            ? folder.resolve(source.path()).flatMap(ScriptCommand::objection)
            : Optional.empty();
    if (objection.isPresent()) {
      problems.add(
          "%s Until then the prompt \"%s\" is not published."
              .formatted(objection.get(), EscapedBytes.of(source.name())));
      return Optional.empty();
    }
    if (!isScript && !limits.isNone()) {
      said.add(
          "\"limits\" is ignored: nothing is run. Leave it out, or add \"render\": \"script\".");
    }
    ObjectNode definition =
        new Definition(metadata, said)
            .with("name", source.name())
            .text("title")
            .requiredText("description")
            .with("arguments", PromptArgument.listed(metadata, said))
            .icons(source.base(), List.of(folder, project))
            .object("_meta")
            .built();
    return Optional.of(
        new Prompt(
            source.name(),
            source.path(),
            isScript,
            role(metadata, said),
            PromptArgument.read(metadata),
            source.completionScript(),
            definition,
            limits,
            metadata));
  }

  private static boolean isScript(Source source, Warnings said) {
    return Members.value(source.metadata(), "render").isEmpty()
        ? JavaProgram.is(source.path())
        : new Members(source.metadata(), said)
            .read(
                "render",
                value -> Optional.of(value.stringValue("")).filter(RENDERS::contains),
                "it is neither \"text\" nor \"script\". The file is taken as text.")
            .filter("script"::equals)
            .isPresent();
  }

  private static String role(ObjectNode metadata, Warnings said) {
    String role = Members.value(metadata, "role").map(value -> value.stringValue("")).orElse(USER);
    if (ROLES.contains(role)) {
      return role;
    }
    said.add(
        "\"role\" is taken as \"user\": MCP has no other but \"assistant\". Write one of the two.");
    return USER;
  }
}
