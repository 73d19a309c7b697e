package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.registration.RegistrationReader;
import dev.bullpen.project.setting.NumberSetting;
import dev.bullpen.project.setting.SwitchSetting;
import dev.bullpen.project.tool.UiResource;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder {@code MCPBASH_REGISTRY_DIR}, {@code .registry} of the project by default, where the
 * catalog lies as files: for other programs, and to be served without looking at the project when
 * {@code MCPBASH_STATIC_REGISTRY=1}.
 *
 * <p>The caches decide which programs run, so they are trusted on the same terms as a registration.
 * Other programs read what is written, so writing never fails a reading, and a watch of the project
 * leaves this folder out.
 */
public final class RegistryCache {
  private static final Logger LOG = System.getLogger("bullpen.registry");

  /** Bytes of a file; some hundred thousand items. */
  static final int MAX_BYTES = 67_108_864;

  private final Layout layout;
  private final Path folder;
  private final boolean isWritten;
  private final RegistryFile tools;
  private final RegistryFile resources;
  private final RegistryFile templates;
  private final RegistryFile prompts;
  private final RegistryFile interfaces;
  private final AtomicBoolean isRefusalLogged = new AtomicBoolean();

  public RegistryCache(Layout layout, Map<String, String> env) {
    this.layout = layout;
    String named = env.getOrDefault("MCPBASH_REGISTRY_DIR", "");
    this.folder =
        named.isEmpty()
            ? layout.root().path().resolve(".registry")
            : Path.of(named).toAbsolutePath().normalize();
    // A static registry is what it is, and mcp-bash lets the other setting protect one. The
    // distribution's own examples stay as they were installed.
    this.isWritten =
        !isStatic(env)
            && !SwitchSetting.REGISTRY_REFRESH_NO_WRITE.isOn(env)
            && !folder.startsWith(layout.home().resolve("examples"));
    int maxBytes = NumberSetting.REGISTRY_MAX_BYTES.of(env, MAX_BYTES);
    this.tools = new RegistryFile(folder.resolve("tools.json"), false, maxBytes);
    this.resources = new RegistryFile(folder.resolve("resources.json"), false, maxBytes);
    this.templates = new RegistryFile(folder.resolve("resource-templates.json"), false, maxBytes);
    this.prompts = new RegistryFile(folder.resolve("prompts.json"), false, maxBytes);
    this.interfaces = new RegistryFile(folder.resolve("ui-resources.json"), true, maxBytes);
  }

  /** Whether the caches are to be served. */
  static boolean isStatic(Map<String, String> env) {
    return SwitchSetting.STATIC_REGISTRY.isOn(env);
  }

  public Path folder() {
    return folder;
  }

  /**
   * Put a catalog into the files, those whose content has changed. Never fails: a folder that may
   * not be written is logged once, on the level of debugging. Reads and writes files, so it is for
   * the one thread that reads the catalog, not for one that answers requests.
   */
  public void write(Catalog catalog) {
    write(catalog, Instant.now());
  }

  void write(Catalog catalog, Instant now) {
    // A folder that was taken for a project by mistake is left as it is.
    boolean isNoProject = !Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !layout.isThere();
    if (!isWritten || catalog.broken().isPresent() || isNoProject) {
      return;
    }
    try {
      makeFolder();
      tools.write(items(catalog.tools(), RegistryFile::item), now);
      resources.write(items(catalog.resources(), RegistryFile::item), now);
      templates.write(items(catalog.templates(), RegistryFile::item), now);
      prompts.write(items(catalog.prompts(), RegistryFile::item), now);
      interfaces.write(items(catalog.uiResources(), UiResource::definition), now);
    } catch (IOException e) {
      if (isRefusalLogged.compareAndSet(false, true)) {
        LOG.log(Level.DEBUG, "The registry in {0} is not written: {1}", folder, e.toString());
      }
    }
  }

  private static <T> List<ObjectNode> items(Collection<T> all, Function<T, ObjectNode> item) {
    return all.stream().map(item).toList();
  }

  private void makeFolder() throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder.getParent());
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException e) {
        // What another server of this project has made is checked like any other folder.
        LOG.log(Level.TRACE, "{0} was made by another server", folder);
      }
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(List.of(folder));
    if (objection.isPresent()) {
      throw new IOException(objection.get().fact());
    }
  }

  /**
   * What the files hold, kind by kind. A kind is left open when its file is certainly not there; it
   * has nothing, with a problem, when the file is not trusted or not understood: what it leaves out
   * may have been left out on purpose.
   */
  Registration read(Consumer<String> problems) {
    if (Absence.isCertain(folder)) {
      return Registration.NONE;
    }
    Map<RegistrationKind, List<ObjectNode>> entries = new EnumMap<>(RegistrationKind.class);
    add(entries, templates, RegistrationKind.RESOURCE_TEMPLATES, problems);
    add(entries, tools, RegistrationKind.TOOLS, problems);
    add(entries, resources, RegistrationKind.RESOURCES, problems);
    add(entries, prompts, RegistrationKind.PROMPTS, problems);
    boolean hasTemplates = entries.containsKey(RegistrationKind.RESOURCE_TEMPLATES);
    return new Registration(folder.toString(), entries, hasTemplates, Map.of());
  }

  private void add(
      Map<RegistrationKind, List<ObjectNode>> entries,
      RegistryFile file,
      RegistrationKind kind,
      Consumer<String> problems) {
    read(file, kind, problems).ifPresent(all -> entries.put(kind, all));
  }

  private Optional<List<ObjectNode>> read(
      RegistryFile file, RegistrationKind kind, Consumer<String> problems) {
    if (isMissing(file)) {
      return Optional.empty();
    }
    String fact;
    String nextStep;
    Optional<TrustCheck.Objection> objection =
        TrustCheck.firstObjection(
            folder.startsWith(layout.root().path())
                ? layout.wayTo(file.path())
                : List.of(file.path(), folder));
    if (objection.isPresent()) {
      fact = objection.get().fact();
      nextStep = objection.get().nextStep();
    } else {
      try {
        return file.read().map(all -> servable(all, file.path(), kind, problems));
      } catch (IOException e) {
        fact = "it " + e.getMessage();
        nextStep = "Remove it, or MCPBASH_STATIC_REGISTRY";
      }
    }
    if (isMissing(file)) {
      return Optional.empty(); // removed while it was looked at
    }
    problems.accept(
        "%s is not served: %s. So there are no %s. %s."
            .formatted(file.path(), fact, kind.member(), nextStep));
    return Optional.of(List.of());
  }

  private static boolean isMissing(RegistryFile file) {
    return Files.isDirectory(file.path().getParent()) && Absence.isCertain(file.path());
  }

  private List<ObjectNode> servable(
      List<ObjectNode> all, Path file, RegistrationKind kind, Consumer<String> problems) {
    RegistrationReader entries = new RegistrationReader(layout, file);
    List<ObjectNode> servable = new ArrayList<>(all.size());
    for (ObjectNode item : all) {
      try {
        entries.check(kind, item);
        servable.add(item);
      } catch (EntryException e) {
        problems.accept(entries.broken("an item", item, e).getMessage());
      }
    }
    return List.copyOf(servable);
  }

  /** Which kinds are read from the project although the registry is static; empty if none is. */
  Optional<String> remark() {
    List<String> missing =
        Stream.of(tools, resources, templates, prompts)
            .map(RegistryFile::path)
            .filter(Absence::isCertain)
            .map(file -> file.getFileName().toString())
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "MCPBASH_STATIC_REGISTRY is on, but %s has no %s, so what that would list is read from the project. Start the server once without the setting to have it written."
                .formatted(folder, String.join(", ", missing)));
  }
}
