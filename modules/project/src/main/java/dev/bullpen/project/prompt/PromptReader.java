package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.Described;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.FoundFile;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.metadata.WrittenDefinition;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.script.ScriptCommand;
import dev.bullpen.project.script.ScriptLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Makes prompts from files and registered entries. */
public record PromptReader(Layout layout, Warnings warnings) {
  /** The members of a prompt's metadata, and of its entry in a registration, that are read here. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "description",
          "arguments",
          "role",
          "render",
          "icons",
          "_meta",
          "limits",
          "path",
          "java");

  private static final String USER = "user";
  private static final String SCRIPT = "script";

  private static final Member<String> ROLE =
      Member.oneOf(
          "role",
          List.of(USER, "assistant"),
          "Write one of the two; until then it counts as \"user\"");

  private static final Member<String> RENDER =
      Member.oneOf("render", List.of("text", SCRIPT), "The file counts as text");

  /** The registered prompts, otherwise those of the prompts folder. */
  public NamedItems<Prompt> read(Registration registration, FolderListing files) {
    Folder folder = layout.prompts();
    return NamedItems.firstOf(
        "prompt",
        Prompt::name,
        prompt -> folder.path().resolve(prompt.path()).toString(),
        registration.prompts().isPresent()
            ? registered(registration)
            : discovered(new Discovery(files, warnings)),
        warnings);
  }

  private List<Prompt> discovered(Discovery discovery) {
    List<Prompt> prompts = new ArrayList<>();
    for (FoundFile file : discovery.files()) {
      Optional<String> script = discovery.completionScript(file.path());
      read(file.name(), script, file.described()).ifPresent(prompts::add);
    }
    discovery.reportOrphans(metadata -> true);
    return prompts;
  }

  /**
   * Registered entries. One without a path, or with a path that leads out, gets the empty path, for
   * which no file is found, with a warning.
   */
  private List<Prompt> registered(Registration registration) {
    EntryPath paths = new EntryPath(layout.prompts(), layout.root());
    List<Prompt> prompts = new ArrayList<>();
    for (Described entry : registration.described(RegistrationKind.PROMPTS, paths, false)) {
      String path = path(entry.path(), paths, warnings.about(entry.where()));
      Optional<String> script = Discovery.completionBeside(path, layout.prompts(), warnings);
      read(entry.text("name").orElseThrow(), script, entry.at(path)).ifPresent(prompts::add);
    }
    return prompts;
  }

  private static String path(String written, EntryPath paths, Warnings said) {
    if (written.isEmpty()) {
      said.add(
          "its \"path\" is missing or empty, so no client can get the prompt. Add one, relative to the prompts folder or the project.");
      return "";
    }
    String path = paths.known(written, said);
    if (!path.isEmpty() && !paths.isThere(path)) {
      said.add(
          "there is no file \"%s\". Create it or correct \"path\", which is relative to the prompts folder or the project."
              .formatted(EscapedBytes.of(written)));
    }
    return path;
  }

  /** Empty, with a warning, if its script cannot be run or its limits cannot be enforced. */
  private Optional<Prompt> read(String name, Optional<String> completionScript, Described from) {
    ScriptLimits limits;
    try {
      limits = ScriptLimits.read(from.metadata(), from.path());
    } catch (EntryException e) {
      from.unpublished("prompt", name, e, warnings);
      return Optional.empty();
    }
    Folder folder = layout.prompts();
    Warnings said = warnings.about(from.where());
    Members members = new Members(from.metadata(), said);
    boolean isScript =
        Members.value(from.metadata(), RENDER.key()).isEmpty()
            ? JavaProgram.is(from.path())
            : members.get(RENDER).equals(Optional.of(SCRIPT));
    Optional<String> objection =
        isScript ? folder.resolve(from.path()).flatMap(ScriptCommand::objection) : Optional.empty();
    if (objection.isPresent()) {
      warnings.add(
          "%s Until then the prompt \"%s\" is not published."
              .formatted(objection.get(), EscapedBytes.of(name)));
      return Optional.empty();
    }
    if (!isScript && !limits.isNone()) {
      said.add(
          "\"limits\" is ignored: nothing is run. Leave it out, or add \"render\": \"script\".");
    }
    ObjectNode definition =
        new WrittenDefinition(from.metadata(), said)
            .with("name", name)
            .text("title")
            .textOrEmpty("description")
            .with("arguments", PromptArgument.listed(from.metadata(), said))
            .icons(from.base(), List.of(folder, layout.root()))
            .object("_meta")
            .built();
    return Optional.of(
        new Prompt(
            name,
            from.path(),
            isScript,
            members.get(ROLE).orElse(USER),
            PromptArgument.read(from.metadata()),
            completionScript,
            definition,
            limits,
            from.metadata()));
  }
}
