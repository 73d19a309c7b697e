package dev.bullpen.project.registration;

import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.Described;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
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
 * @param origin the file of the registration, relative to the project, for messages
 * @param entries of every kind except completions, as written, checked: all but declared templates
 *     have a name, and resources a URI. A kind without a list is discovered; an empty list switches
 *     it off
 * @param templatesAreAll whether {@code resourceTemplates} are all templates; otherwise discovered
 *     ones are added
 * @param completions by their target, in the order of the file
 */
public record Registration(
    String origin,
    Map<RegistrationKind, List<ObjectNode>> entries,
    boolean templatesAreAll,
    Map<CompletionTarget, Completer> completions) {

  /** The file in the server's folder in which a project registers items. */
  public static final String DECLARED = "register.json";

  /** Used if there is no file: everything is discovered. */
  public static final Registration NONE = new Registration(DECLARED, Map.of(), false, Map.of());

  public Registration {
    entries = Map.copyOf(entries);
  }

  public Optional<List<ObjectNode>> tools() {
    return of(RegistrationKind.TOOLS);
  }

  public Optional<List<ObjectNode>> resources() {
    return of(RegistrationKind.RESOURCES);
  }

  public Optional<List<ObjectNode>> resourceTemplates() {
    return of(RegistrationKind.RESOURCE_TEMPLATES);
  }

  public Optional<List<ObjectNode>> prompts() {
    return of(RegistrationKind.PROMPTS);
  }

  /** Whether any resources or templates are discovered. */
  public boolean leavesResourcesToDiscovery() {
    boolean hasNoTemplates = resourceTemplates().filter(List::isEmpty).isPresent();
    return resources().isEmpty() || !templatesAreAll && !hasNoTemplates;
  }

  private Optional<List<ObjectNode>> of(RegistrationKind kind) {
    return Optional.ofNullable(entries.get(kind));
  }

  /**
   * The entries of a kind in the form for readers; none if the kind is discovered.
   *
   * @param isProvider whether a program in Java is the provider of its entry
   */
  public List<Described> described(RegistrationKind kind, EntryPath paths, boolean isProvider) {
    Path project = paths.project().path();
    List<Described> all = new ArrayList<>();
    for (ObjectNode written : of(kind).orElse(List.of())) {
      ObjectNode entry = paths.javaAsPath(written, isProvider);
      all.add(
          new Described(
              Members.silentText(entry, "path").orElse(""),
              entry,
              project,
              "%s: %s[%d]".formatted(project.resolve(origin), kind.member(), all.size())));
    }
    return all;
  }

  /** The files below the project that it names, existing or not. */
  public Set<Path> files(Folder project) {
    Stream<String> ofEntries =
        entries.values().stream()
            .flatMap(List::stream)
            .flatMap(
                entry ->
                    Stream.of("path", EntryPath.JAVA).map(key -> Members.silentText(entry, key)))
            .flatMap(Optional::stream);
    Stream<String> ofCompletions =
        completions.values().stream()
            .filter(Completer.Script.class::isInstance)
            .map(completer -> ((Completer.Script) completer).script());
    Set<Path> files = new LinkedHashSet<>();
    Stream.concat(ofEntries, ofCompletions)
        .flatMap(path -> project.resolve(path).stream())
        .filter(file -> file.startsWith(project.path()))
        .forEach(files::add);
    return files;
  }

  public boolean isNone() {
    return entries.isEmpty() && completions.isEmpty();
  }

  /** Whether no listed kind is discovered. */
  public boolean isWhole() {
    return tools().isPresent()
        && resources().isPresent()
        && prompts().isPresent()
        && templatesAreAll;
  }

  /** This registration, with the kinds that it leaves open taken from another one. */
  public Registration or(Registration other) {
    if (other.isNone()) {
      return this;
    }
    Map<RegistrationKind, List<ObjectNode>> both = new EnumMap<>(RegistrationKind.class);
    both.putAll(other.entries);
    both.putAll(entries);
    return new Registration(
        isNone() ? other.origin : origin + " or " + other.origin,
        both,
        resourceTemplates().isPresent() ? templatesAreAll : other.templatesAreAll,
        completions.isEmpty() ? other.completions : completions);
  }
}
