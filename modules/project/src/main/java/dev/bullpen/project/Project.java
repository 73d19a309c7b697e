package dev.bullpen.project;

import dev.bullpen.project.catalog.CalledPrograms;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogReadings;
import dev.bullpen.project.catalog.Notes;
import dev.bullpen.project.catalog.RegistryCache;
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
 * A project folder being served. Opening it reads only the identity, for which {@code initialize}
 * waits. The catalog is read on first use, and again when it is stale. Thread-safe.
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
              + " has nothing to serve: there is no server.d, tools, prompts, resources,"
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

  /** Open a project, ignoring its {@code server.d/register.sh}. */
  public static Project open(Path root, Map<String, String> env, Path home, Warnings warnings) {
    return new Project(root, env, home, warnings, Optional.empty());
  }

  /**
   * Open a project.
   *
   * @param root from {@link ProjectRoot#find}
   * @param env the environment of the server
   * @param home the folder of the framework, {@code MCPBASH_HOME} of scripts
   * @param warnings receives each sentence once while it is true, from any thread
   * @param hook runs {@code server.d/register.sh} if the operator allows that, on the thread that
   *     reads the catalog
   */
  public static Project open(
      Path root, Map<String, String> env, Path home, Warnings warnings, ProjectHook hook) {
    return new Project(root, env, home, warnings, Optional.of(hook));
  }

  public Path root() {
    return layout.root().path();
  }

  /** A file of the server's folder, such as server.d/register.sh. It need not exist. */
  public Path serverFile(String name) {
    return layout.server().path().resolve(name);
  }

  /** A file that decides what runs, and the folders in which another user could replace it. */
  public List<Path> wayTo(Path file) {
    return layout.wayTo(file);
  }

  public ServerIdentity identity() {
    return identity;
  }

  /** The common environment of all scripts of a kind. */
  public ScriptEnvironment scriptEnvironment() {
    return scriptEnvironment;
  }

  /** A sentence for each tool without a variable that it needs. */
  public List<String> missingVariables() {
    return catalog().tools().stream()
        .flatMap(tool -> scriptEnvironment.missing(tool.name(), tool.environment()).stream())
        .toList();
  }

  public CompletionTimeouts completionTimeouts() {
    return CompletionTimeouts.of(env);
  }

  /** Completers of arguments, from the current catalog. */
  public CompletionResolver completions() {
    return new CompletionResolver(catalog(), layout, commands);
  }

  /** The current values of a declared completion. */
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

  /** The roots to use if the client names none. Read again on each call. */
  public Roots fallbackRoots() {
    return fallbackRoots.read();
  }

  /** The catalog as files, written by the threads that read the catalog. */
  public RegistryCache registryCache() {
    return registryCache;
  }

  /** Fails if the server's folder exists but cannot be read: then the server must not start. */
  public void checkServerFolder() throws ProjectException {
    Optional<String> problem = layout.serverProblem();
    if (problem.isPresent()) {
      throw new ProjectException(problem.get());
    }
  }

  /** The secret that clients must send, if there is one. Fails if it is too short. */
  public Optional<RemoteToken> remoteToken() throws ProjectException {
    return RemoteToken.of(env);
  }

  /** The catalog of the last reading; reads it if there was none. */
  public Catalog catalog() {
    return readings.catalog();
  }

  /** The Java sources that calls would compile, by absolute path. */
  public SortedSet<Path> javaSources() {
    return CalledPrograms.javaSources(catalog(), layout);
  }

  /** The scripts that calls would run, by absolute path. */
  public SortedSet<Path> scripts() {
    return CalledPrograms.scripts(catalog(), layout);
  }

  /** Observations that may surprise the project's author but are not errors, a sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(Notes.of(catalog(), layout));
    notes.addAll(readings.notes());
    return notes;
  }

  public Catalog refresh() {
    return readings.read();
  }

  /**
   * Whether the catalog has not been read yet, is older than {@link CatalogReadings#MAX_AGE}, or
   * comes from a hook and has expired. While the project is watched, age alone does not matter,
   * except of a broken registration.
   *
   * @param now on the clock of {@link System#nanoTime}, as in {@link #refreshIfStale}
   */
  public boolean isStale(long now) {
    return readings.isStale(now);
  }

  /**
   * The current catalog, read again if it is stale. Waits for a reading in progress, which may have
   * made it current. {@link #catalog} does not wait.
   */
  public Catalog refreshIfStale(long now) {
    return readings.refreshIfStale(now);
  }

  /**
   * Whether something could not be read for a temporary reason, so that reading must be repeated.
   */
  public boolean isLacking() {
    return readings.isLacking();
  }

  /** Whether the registry is static: served whatever changes in the project. */
  public boolean isStatic() {
    return SwitchSetting.STATIC_REGISTRY.isOn(env);
  }

  public WatchedFolders watchedFolders() {
    Catalog.Sources sources = readings.held().map(Catalog::sources).orElse(Catalog.Sources.UNKNOWN);
    return WatchedFolders.of(layout, sources);
  }

  /** Set whether every change of the project is noticed from now on. */
  public void watched(boolean every) {
    readings.watched(every);
  }

  public void warn(String warning) {
    warnings.add(warning);
  }
}
