package dev.bullpen.project.catalog;

import dev.bullpen.project.completion.CompletionTable;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Unread;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.NamedItems;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptReader;
import dev.bullpen.project.registration.HookReader;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.registration.RegistrationReader;
import dev.bullpen.project.resource.ResourceReader;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolReader;
import dev.bullpen.project.tool.UiReader;
import dev.bullpen.project.tool.UiResource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a project, read when first needed and again when it is stale. Registered items
 * come first; kinds that the registration leaves open are discovered.
 *
 * <p>Items are registered in {@code register.json}, otherwise by {@code register.sh}. With {@code
 * MCPBASH_STATIC_REGISTRY=1}, kinds that {@code register.json} leaves open are taken from the
 * caches, and {@code register.sh} is used only for kinds without a valid cache. Its completions,
 * which are not cached, are used only if a kind has none.
 *
 * <p>Each reading is an immutable snapshot. There is one reading at a time, so that each knows
 * everything that the one before it knew. A thread that only needs the current catalog never waits,
 * except for the first reading. Thread-safe. Times are on the clock of {@link System#nanoTime}.
 */
public final class CatalogReadings {
  /** The age at which a catalog is read again. Projects expect 5 s (MCP_PROMPTS_TTL). */
  public static final Duration MAX_AGE = Duration.ofSeconds(5);

  /**
   * How long a catalog is kept if not all of the project can be read again. After that, what can be
   * read counts as the project.
   */
  static final Duration KEPT = Duration.ofMinutes(10);

  private static final Logger LOG = System.getLogger("bullpen.project");
  private static final Logger REGISTER_LOG = System.getLogger("bullpen.register");

  /** The {@code ui} folder and its subfolders. */
  private static final int UI_DEPTH = 2;

  private final Layout layout;
  private final Map<String, String> env;
  private final String serverName;
  private final RegistryCache cache;
  private final HookReader hook;
  private final Warnings warnings;
  private final boolean isStatic;

  /** Held during a reading, and for nothing else. */
  private final Object readingLock = new Object();

  // State of the readings.
  private final Set<String> reported = new HashSet<>();
  private boolean isStaticModeLogged;

  private volatile @Nullable Reading latest; // null before the first

  /** The first reading in which something was missing, since the last complete one. */
  private volatile @Nullable Reading lacking;

  /** Whether the last reading used a hook, successfully or not. */
  private volatile boolean isHookAsked;

  private volatile boolean watched;

  private record Reading(Catalog catalog, long begun, Optional<String> unread) {
    boolean isWhole() {
      return unread.isEmpty();
    }
  }

  public CatalogReadings(
      Layout layout,
      Map<String, String> env,
      String serverName,
      RegistryCache cache,
      HookReader hook,
      Warnings warnings) {
    this.layout = layout;
    this.env = env;
    this.serverName = serverName;
    this.cache = cache;
    this.hook = hook;
    this.warnings = warnings;
    this.isStatic = RegistryCache.isStatic(env);
  }

  public Optional<Catalog> held() {
    return Optional.ofNullable(latest).map(Reading::catalog);
  }

  public Catalog catalog() {
    Reading held = latest;
    if (held != null) {
      return held.catalog();
    }
    synchronized (readingLock) {
      Reading first = latest; // made by the thread that held the lock
      return first != null ? first.catalog() : read(System.nanoTime());
    }
  }

  /** Read the catalog now, after a reading in progress has ended. */
  public Catalog read() {
    synchronized (readingLock) {
      return read(System.nanoTime());
    }
  }

  public Catalog refreshIfStale(long now) {
    synchronized (readingLock) {
      Reading newest = latest;
      return newest != null && !isOld(newest, now) ? newest.catalog() : read(now);
    }
  }

  private Catalog read(long now) {
    assert Thread.holdsLock(readingLock);
    Unread unread = new Unread();
    Catalog catalog = unread.during(() -> readAll(now));
    Reading read = new Reading(catalog, now, unread.first());
    Reading held = latest;
    if (read.isWhole()) {
      lacking = null;
    } else if (lacking == null) {
      lacking = read;
    }
    if (held != null && isWorse(read, held)) {
      latest = new Reading(held.catalog(), now, held.unread()); // tried again when this is old
      report(held.catalog(), unread.first());
      return held.catalog();
    }
    latest = read;
    report(catalog, Optional.empty());
    if (LOG.isLoggable(Level.DEBUG)) {
      Notes.of(catalog, layout).forEach(note -> LOG.log(Level.DEBUG, note));
    }
    return catalog;
  }

  /** Half of a project must not replace the whole, because clients would lose the rest. */
  private boolean isWorse(Reading read, Reading held) {
    Reading first = lacking;
    return first != null && held.isWhole() && read.begun() - first.begun() < KEPT.toNanos();
  }

  private Catalog readAll(long now) {
    List<String> problems = new ArrayList<>();
    try {
      return catalog(registration(now, problems::add), problems);
    } catch (RegistrationException e) {
      return Catalog.broken(e);
    }
  }

  private Registration registration(long now, Warnings problems) throws RegistrationException {
    isHookAsked = false;
    Registration declared = RegistrationReader.read(layout, env, problems);
    Registration cached = isStatic ? cache.read(problems) : Registration.NONE;
    if (isStatic && !isStaticModeLogged) {
      isStaticModeLogged = true;
      REGISTER_LOG.log(
          Level.INFO, "Static registry mode active: {0} is served as it is", cache.folder());
      cache.note().ifPresent(note -> REGISTER_LOG.log(Level.WARNING, note));
    }
    Registration all = declared.or(cached);
    if (isDeclared() || cached.isWhole()) {
      return all;
    }
    isHookAsked = true;
    return all.or(hook.read(now, problems));
  }

  private Catalog catalog(Registration registration, List<String> problems) {
    FolderListing toolFiles = FolderListing.of(layout.tools());
    FolderListing promptFiles = listing(layout.prompts(), registration.prompts().isEmpty());
    FolderListing resourceFiles =
        listing(layout.resources(), registration.leavesResourcesToDiscovery());
    problems.addAll(toolFiles.problems());
    NamedItems<UiResource> interfaces =
        new UiReader(serverName, layout, problems::add)
            .read(toolFiles, FolderListing.of(layout.ui(), UI_DEPTH));
    NamedItems<Tool> tools =
        new ToolReader(layout, interfaces, problems::add).read(registration, toolFiles);
    NamedItems<Prompt> prompts =
        new PromptReader(layout, problems::add).read(registration, promptFiles);
    ResourceReader.Both read =
        new ResourceReader(layout, registration, resourceFiles, problems::add).read();
    Catalog.Items items =
        new Catalog.Items(tools, prompts, read.resources(), read.templates(), interfaces);
    CompletionTable completions =
        new CatalogCompletions(layout, registration, items, problems::add).read();
    Set<Path> links = new HashSet<>();
    addLinks(links, registration.tools(), toolFiles);
    addLinks(links, registration.prompts(), promptFiles);
    addLinks(links, registration.resources(), resourceFiles);
    return new Catalog(
        items,
        completions,
        Optional.empty(),
        problems,
        new Catalog.Sources(
            registration.tools().isEmpty(),
            registration.origin(),
            registration.files(layout.root()),
            links));
  }

  private static FolderListing listing(Folder folder, boolean isWanted) {
    return isWanted ? FolderListing.of(folder) : FolderListing.none(folder);
  }

  private static void addLinks(Set<Path> links, Optional<?> registered, FolderListing files) {
    if (registered.isEmpty()) {
      Discovery.linkedMetadata(files).map(files.folder().path()::resolve).forEach(links::add);
    }
  }

  /**
   * Whether to read the catalog again although nothing changes: something could not be read for a
   * temporary reason, or a registration is broken, so that the files it would name are not watched.
   * Does not apply to a registration by a hook, which runs on request.
   */
  public boolean isLacking() {
    return lacking != null || !isHookAsked && held().flatMap(Catalog::broken).isPresent();
  }

  public boolean isStale(long now) {
    Reading held = latest;
    return held == null || isOld(held, now);
  }

  private boolean isOld(Reading held, long now) {
    boolean everyChangeIsNoticed = watched && held.catalog().broken().isEmpty();
    return isHookAsked && hook.isOld(now)
        || !everyChangeIsNoticed && now - held.begun() >= MAX_AGE.toNanos();
  }

  public void watched(boolean every) {
    watched = every;
  }

  private void report(Catalog catalog, Optional<String> unread) {
    assert Thread.holdsLock(readingLock);
    List<String> problems = new ArrayList<>(catalog.problems());
    unread.ifPresent(
        what ->
            problems.add(
                "%s cannot be read at the moment, so the earlier state is served, and reading is tried again. The first problem is %s."
                    .formatted(layout.root().path(), what)));
    reported.retainAll(problems);
    problems.stream().filter(reported::add).forEach(warnings::add);
  }

  /**
   * Notes that {@code register.sh} is not run, and that a static registry lacks a file, a sentence
   * each.
   */
  public List<String> notes() {
    return Stream.concat(
            isStatic ? cache.note().stream() : Stream.empty(),
            isDeclared() ? Stream.empty() : hook.note().stream())
        .toList();
  }

  private boolean isDeclared() {
    return !Absence.isCertain(layout.server().path().resolve(Registration.DECLARED));
  }
}
