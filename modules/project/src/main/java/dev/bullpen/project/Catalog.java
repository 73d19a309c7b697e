package dev.bullpen.project;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a project offers, as it was at one moment.
 *
 * @param tools sorted by name, names unique
 * @param toolsByName the same by name
 * @param prompts sorted by name, names unique
 * @param resources sorted by name, names unique
 * @param templates sorted by name, names unique
 * @param completions registered by hand, by name
 * @param broken why the registration is not in force; everything else is empty then, as half a
 *     project would be served as if it were the whole
 * @param problems what was ignored while reading, a sentence each, for the operator
 */
public record Catalog(
    List<Tool> tools,
    Map<String, Tool> toolsByName,
    List<Prompt> prompts,
    List<Resource> resources,
    List<ResourceTemplate> templates,
    Map<String, CompletionEntry> completions,
    Optional<RegistrationException> broken,
    List<String> problems) {

  static Catalog broken(RegistrationException e) {
    return new Catalog(
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Optional.of(e),
        List.of(e.getMessage()));
  }

  /** The tool of that name. */
  public Optional<Tool> tool(String name) {
    return Optional.ofNullable(toolsByName.get(name));
  }

  /** The prompt of that name. */
  public Optional<Prompt> prompt(String name) {
    return prompts.stream().filter(prompt -> prompt.name().equals(name)).findFirst();
  }

  /** The resource with exactly that URI. */
  public Optional<Resource> resource(String uri) {
    return resources.stream().filter(resource -> resource.uri().equals(uri)).findFirst();
  }

  /** The template written exactly like that. */
  public Optional<ResourceTemplate> template(String uriTemplate) {
    return templates.stream()
        .filter(template -> template.template().text().equals(uriTemplate))
        .findFirst();
  }

  /** The template a concrete URI matches; of several the one with the most fixed characters. */
  public Optional<ResourceTemplate> templateMatching(String uri) {
    return templates.stream()
        .filter(template -> template.template().matches(uri))
        .min(Comparator.comparingInt(template -> -template.template().literalLength()));
  }

  /** The completion registered by hand under that name. */
  public Optional<CompletionEntry> completion(String name) {
    return Optional.ofNullable(completions.get(name));
  }
}
