package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.tool.Tool;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a catalog lists, for those who wait for it. */
final class Listed {
  private Listed() {}

  static Predicate<Catalog> tools(String... names) {
    return catalog ->
        catalog.tools().stream().map(Tool::name).collect(Collectors.toSet()).equals(Set.of(names));
  }

  static Predicate<Catalog> described(String tool, String description) {
    return catalog ->
        catalog.tool(tool).stream()
            .anyMatch(
                found -> description.equals(found.definition().get("description").asString()));
  }

  static Predicate<Catalog> prompts(String... names) {
    return catalog ->
        Set.of(names).equals(Set.copyOf(catalog.prompts().stream().map(Prompt::name).toList()));
  }

  static boolean isAnyPromptDescribed(Catalog catalog) {
    return catalog.prompts().stream().anyMatch(prompt -> prompt.metadata().has("description"));
  }

  static Predicate<Catalog> resources(String... names) {
    return catalog ->
        Set.of(names).equals(Set.copyOf(catalog.resources().stream().map(Resource::name).toList()));
  }

  static Predicate<Catalog> templates(String... texts) {
    return catalog ->
        Set.of(texts)
            .equals(
                Set.copyOf(catalog.templates().stream().map(t -> t.template().text()).toList()));
  }
}
