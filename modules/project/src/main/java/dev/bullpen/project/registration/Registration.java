package dev.bullpen.project.registration;

import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a project registers: in {@code server.d/register.json}, by {@code server.d/register.sh}, or
 * in the caches of a static registry.
 *
 * <p>For each kind: empty leaves it to discovery, an empty list switches it off. Entries of every
 * kind but completions are kept as they were written.
 *
 * @param origin where it was registered, as a name below the project, for messages
 * @param templatesAreAll whether {@code resourceTemplates} are all there are; else discovered ones
 *     are added
 * @param completions by what they are for, in the order of the file
 */
public record Registration(
    String origin,
    Optional<List<ObjectNode>> tools,
    Optional<List<ObjectNode>> resources,
    Optional<List<ObjectNode>> resourceTemplates,
    Optional<List<ObjectNode>> prompts,
    boolean templatesAreAll,
    Map<CompletionTarget, Completer> completions) {

  /** Where a project declares what it registers, in its server folder. */
  public static final String DECLARED = "register.json";

  /** What holds where there is no file: everything is discovered. */
  public static final Registration NONE =
      new Registration(
          DECLARED,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  /** What {@code register.json} says. */
  public Registration(
      String origin,
      Optional<List<ObjectNode>> tools,
      Optional<List<ObjectNode>> resources,
      Optional<List<ObjectNode>> resourceTemplates,
      Optional<List<ObjectNode>> prompts,
      Map<CompletionTarget, Completer> completions) {
    this(origin, tools, resources, resourceTemplates, prompts, false, completions);
  }

  /** Names an entry, for messages. */
  public String where(Folder project, RegistrationKind kind, int index) {
    return "%s: %s[%d]".formatted(project.path().resolve(origin), kind.member(), index);
  }

  /** The files it names below the project, relative to which entries may be; not all exist. */
  public Set<Path> files(Folder project) {
    Set<Path> files = new LinkedHashSet<>();
    Stream.of(tools, resources, resourceTemplates, prompts)
        .flatMap(Optional::stream)
        .flatMap(List::stream)
        .flatMap(entry -> Stream.of("path", EntryPath.JAVA).map(key -> Members.text(entry, key)))
        .flatMap(Optional::stream)
        .forEach(path -> add(path, project, files));
    for (Completer completer : completions.values()) {
      if (completer instanceof Completer.Script entry) {
        add(entry.script(), project, files);
      }
    }
    return files;
  }

  private static void add(String path, Folder project, Set<Path> files) {
    project.resolve(path).filter(file -> file.startsWith(project.path())).ifPresent(files::add);
  }

  /** Whether everything is left to discovery. */
  public boolean isNone() {
    return Stream.of(tools, resources, resourceTemplates, prompts).allMatch(Optional::isEmpty)
        && completions.isEmpty();
  }

  /** Whether it leaves nothing that a list shows to discovery. */
  public boolean isWhole() {
    return tools.isPresent() && resources.isPresent() && prompts.isPresent() && templatesAreAll;
  }

  /** This, with what it leaves to discovery taken from another one. */
  public Registration or(Registration other) {
    if (other.isNone()) {
      return this;
    }
    return new Registration(
        isNone() ? other.origin : origin + " or " + other.origin,
        tools.or(other::tools),
        resources.or(other::resources),
        resourceTemplates.or(other::resourceTemplates),
        prompts.or(other::prompts),
        resourceTemplates.isPresent() ? templatesAreAll : other.templatesAreAll,
        completions.isEmpty() ? other.completions : completions);
  }
}
