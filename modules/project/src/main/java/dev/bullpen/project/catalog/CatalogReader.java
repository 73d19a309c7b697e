package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListings;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptReader;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.ResourceReader;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolReader;
import dev.bullpen.project.tool.UiReader;
import dev.bullpen.project.tool.UiResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a whole project: the registration first, then, kind by kind, what it leaves to discovery.
 */
public final class CatalogReader {
  private final Layout layout;
  private final String serverName;
  private final FolderListings folders;
  private final List<String> problems = new ArrayList<>();

  private CatalogReader(Layout layout, String serverName) {
    this.layout = layout;
    this.serverName = serverName;
    this.folders = new FolderListings(layout);
  }

  public static Catalog read(
      Layout layout, Registrations registrations, String serverName, long now) {
    try {
      CatalogReader reader = new CatalogReader(layout, serverName);
      return reader.read(registrations.read(now, reader.problems::add));
    } catch (RegistrationException e) {
      return Catalog.broken(e);
    }
  }

  private Catalog read(Registration registration) {
    FolderListing toolFiles = folders.tools().listing();
    problems.addAll(folders.tools().problems());
    NamedItems<UiResource> uiResources =
        new UiReader(serverName, layout, problems::add).read(folders);
    ToolReader toolReader = new ToolReader(layout, uiResources, problems::add);
    NamedItems<Tool> tools =
        registration.tools().isPresent()
            ? toolReader.registered(registration)
            : toolReader.discovered(toolFiles);
    NamedItems<Prompt> prompts = prompts(registration);
    ResourceReader.Both read =
        new ResourceReader(layout, registration, folders.resources(), problems::add).read();
    CompletionTable completions =
        new CatalogCompletions(
                layout, registration, prompts, read.resources(), read.templates(), problems::add)
            .read();
    return new Catalog(
        tools,
        prompts,
        read.resources(),
        uiResources,
        read.templates(),
        completions,
        Optional.empty(),
        List.copyOf(problems),
        new Catalog.Sources(
            registration.tools().isEmpty(),
            registration.origin(),
            registration.files(layout.root()),
            links(registration)));
  }

  private Set<Path> links(Registration registration) {
    Set<Path> links = new HashSet<>();
    add(links, registration.tools(), folders.tools());
    add(links, registration.prompts(), folders.prompts());
    add(links, registration.resources(), folders.resources());
    return Set.copyOf(links);
  }

  private static void add(Set<Path> links, Optional<?> registered, FolderListings.Once folder) {
    if (registered.isEmpty()) {
      Discovery.linkedMetadata(folder.listing())
          .map(folder.folder().path()::resolve)
          .forEach(links::add);
    }
  }

  private NamedItems<Prompt> prompts(Registration registration) {
    PromptReader reader = new PromptReader(layout, problems::add);
    return NamedItems.firstOf(
        "prompt",
        Prompt::name,
        prompt -> layout.prompts().path().resolve(prompt.path()).toString(),
        registration.prompts().isPresent()
            ? reader.registered(registration)
            : reader.discovered(new Discovery(folders.prompts(), problems::add)),
        problems::add);
  }
}
