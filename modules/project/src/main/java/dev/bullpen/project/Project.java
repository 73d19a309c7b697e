package dev.bullpen.project;

import dev.bullpen.project.catalog.CalledPrograms;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogReadings;
import dev.bullpen.project.catalog.RegistryCache;
import dev.bullpen.project.catalog.Remarks;
import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionTimeouts;
import dev.bullpen.project.completion.SourceIndexes;
import dev.bullpen.project.completion.SourceIndexes.DeclaredValues;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.ServerIdentity;
import dev.bullpen.project.prompt.PromptGets;
import dev.bullpen.project.registration.HookReader;
import dev.bullpen.project.registration.ProjectHook;
import dev.bullpen.project.resource.EmbeddedResources;
import dev.bullpen.project.resource.ResourceProviders;
import dev.bullpen.project.script.HostEnvironment;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.Roots.FallbackRoots;
import dev.bullpen.project.script.ScriptEnvironment;
import dev.bullpen.project.script.TrustedCommand;
import dev.bullpen.project.setting.OperatorSettings;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.ToolPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A project folder that is served. Opening reads the identity alone, for which {@code initialize}
 * waits. The catalog is read on first use and again when it is old. Safe to use from any thread.
 */
public final class Project {
  private final Map<String, String> env;
  private final Layout layout;
  private final ServerIdentity identity;
  private final TrustedCommand commands;
  private final ScriptEnvironment scriptEnvironment;
  private final ToolPolicy toolPolicy;
  private final PromptGets promptGets;
  private final EmbeddedResources embeddedResources;
  private final ResourceProviders resourceProviders;
  private final FallbackRoots fallbackRoots;
  private final SourceIndexes sourceIndexes;
  private final RegistryCache registryCache;
  private final CatalogReadings readings;
  private final Warnings warnings;

  private Project(
      Path root,
      Map<String, String> env,
      Path home,
      Warnings warnings,
      Optional<ProjectHook> hook) {
    this.layout = Layout.of(root, env, home);
    this.warnings = warnings;
    if (!layout.isThere() && !SwitchSetting.STATIC_REGISTRY.isOn(env)) {
      warnings.add(
          layout.root().path()
              + " holds nothing to serve: it has no server.d, tools, prompts, resources,"
              + " completions, ui or providers. Name the folder that has them with --project.");
    }
    OperatorSettings.problems(env).forEach(warnings::add);
    this.identity = ServerIdentity.read(layout, env, warnings);
    HostEnvironment.DeclaredEnvironment declared =
        HostEnvironment.withDeclared(identity.environment(), env);
    declared
        .problems()
        .forEach(warnings.about(layout.server().path().resolve(ServerIdentity.METADATA))::add);
    this.env = declared.env();
    for (HostEnvironment scope : HostEnvironment.values()) {
      scope.problem(this.env).ifPresent(warnings::add);
    }
    SearchPath path = new SearchPath(env);
    Optional<Path> bash = path.find("bash");
    this.scriptEnvironment = new ScriptEnvironment(this.env, layout, path, identity);
    this.commands = new TrustedCommand(layout, bash);
    this.promptGets = new PromptGets(layout, commands, scriptEnvironment);
    this.toolPolicy = new ToolPolicy(env, scriptEnvironment.ofPolicy(), layout, bash, warnings);
    this.fallbackRoots = new FallbackRoots(layout.root().path(), env, warnings);
    this.sourceIndexes = new SourceIndexes(layout.root(), fallbackRoots, warnings);
    this.registryCache = new RegistryCache(layout, env);
    Map<String, String> ofHook = scriptEnvironment.ofHook(registryCache.folder());
    this.readings =
        new CatalogReadings(
            layout,
            env,
            identity.name(),
            registryCache,
            new HookReader(layout, env, ofHook, bash, hook),
            warnings);
    this.embeddedResources = new EmbeddedResources(layout.root().path(), env);
    this.resourceProviders = new ResourceProviders(this.env, layout, commands, scriptEnvironment);
  }

  /** Open a project whose {@code server.d/register.sh}, if it has one, is ignored. */
  public static Project open(Path root, Map<String, String> env, Path home, Warnings warnings) {
    return new Project(root, env, home, warnings, Optional.empty());
  }

  /**
   * Open a project.
   *
   * @param root as {@link ProjectRoot#find} gives it
   * @param env the environment of the server
   * @param home the folder of the framework, {@code MCPBASH_HOME} of scripts
   * @param warnings receives each sentence once while it holds, from any thread
   * @param hook runs {@code server.d/register.sh} where the operator allows that, on the thread
   *     that reads the catalog
   */
  public static Project open(
      Path root, Map<String, String> env, Path home, Warnings warnings, ProjectHook hook) {
    return new Project(root, env, home, warnings, Optional.of(hook));
  }

  public Path root() {
    return layout.root().path();
  }

  /** A file of the folder of the server, such as server.d/register.sh; it need not be there. */
  public Path serverFile(String name) {
    return layout.server().path().resolve(name);
  }

  /** A file that decides what runs, and the folders in which others could replace it. */
  public List<Path> wayTo(Path file) {
    return layout.wayTo(file);
  }

  public ServerIdentity identity() {
    return identity;
  }

  /** What all scripts of a kind have in their environment. */
  public ScriptEnvironment scriptEnvironment() {
    return scriptEnvironment;
  }

  /** A sentence for each tool that lacks a variable which it needs. */
  public List<String> missingVariables() {
    return catalog().tools().stream()
        .flatMap(tool -> scriptEnvironment.missing(tool.name(), tool.environment()).stream())
        .toList();
  }

  public CompletionTimeouts completionTimeouts() {
    return CompletionTimeouts.of(env);
  }

  /** What completes an argument, according to the catalog as it is now. */
  public CompletionResolver completions() {
    return new CompletionResolver(catalog(), layout, commands);
  }

  /** The values of a declared completion as they are now. */
  public DeclaredValues declaredValues(Resolution.Declared declared) {
    return sourceIndexes.values(declared);
  }

  public ToolResolver tools() {
    return new ToolResolver(catalog(), layout.tools(), commands);
  }

  public ResourceReads resourceReads() {
    return new ResourceReads(catalog(), resourceProviders);
  }

  public ToolPolicy toolPolicy() {
    return toolPolicy;
  }

  public PromptGets promptGets() {
    return promptGets;
  }

  public EmbeddedResources embeddedResources() {
    return embeddedResources;
  }

  /** The roots where the client names none; reads them anew each time. */
  public Roots fallbackRoots() {
    return fallbackRoots.read();
  }

  /** The catalog as files; written by the threads that read the catalog. */
  public RegistryCache registryCache() {
    return registryCache;
  }

  /** Fails if the folder of the server is there and cannot be read: then it must not be started. */
  public void checkServerFolder() throws ProjectException {
    Optional<String> problem = layout.serverProblem();
    if (problem.isPresent()) {
      throw new ProjectException(problem.get());
    }
  }

  /** The secret that clients must know, if there is one; fails if it is too short to be one. */
  public Optional<RemoteToken> remoteToken() throws ProjectException {
    return RemoteToken.of(env);
  }

  /** The catalog of the last reading; reads it when there was none. */
  public Catalog catalog() {
    return readings.catalog();
  }

  /** The sources that calls would have compiled, by absolute path. */
  public SortedSet<Path> javaSources() {
    return CalledPrograms.javaSources(catalog(), layout);
  }

  /** The scripts that calls would have run, by absolute path. */
  public SortedSet<Path> scripts() {
    return CalledPrograms.scripts(catalog(), layout);
  }

  /** Observations that may surprise the project's author but are not errors, a sentence each. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(Remarks.of(catalog(), layout));
    remarks.addAll(readings.remarks());
    return remarks;
  }

  public Catalog refresh() {
    return readings.read();
  }

  /**
   * Whether the catalog has not been read yet, is older than {@link CatalogReadings#MAX_AGE}, or
   * comes from a hook whose time is over. While every change is noticed, age alone does not count.
   *
   * @param now on the clock of {@link System#nanoTime}, as in {@link #refreshIfStale}
   */
  public boolean isStale(long now) {
    return readings.isStale(now);
  }

  /**
   * The catalog, read again if it is stale, while other threads get the earlier snapshot; a broken
   * one is waited for.
   */
  public Catalog refreshIfStale(long now) {
    return readings.refreshIfStale(now);
  }

  /** Whether something could not be read for a reason that passes: it is to be tried again. */
  public boolean isLacking() {
    return readings.isLacking();
  }

  /** Whether the registry is served, whatever changes in the project. */
  public boolean isStatic() {
    return SwitchSetting.STATIC_REGISTRY.isOn(env);
  }

  public WatchedFolders watchedFolders() {
    Catalog.Sources sources = readings.held().map(Catalog::sources).orElse(Catalog.Sources.UNKNOWN);
    return WatchedFolders.of(layout, sources);
  }

  /** Every change is noticed from now on, or no longer. */
  public void watched(boolean every) {
    readings.watched(every);
  }

  public void warn(String warning) {
    warnings.add(warning);
  }
}
