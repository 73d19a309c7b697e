package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.registration.Registration;
import dev.bullpen.project.registration.RegistrationKind;
import dev.bullpen.project.registration.RegistrationReader;
import dev.bullpen.project.setting.NumberSetting;
import dev.bullpen.project.setting.SwitchSetting;
import dev.bullpen.project.ui.UiResource;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder {@code MCPBASH_REGISTRY_DIR}, {@code .registry} of the project by default, where the
 * catalog lies as files: for other programs, and to be served without looking at the project when
 * {@code MCPBASH_STATIC_REGISTRY=1}.
 *
 * <p>The caches say which programs run, so they are believed on the same terms as a registration.
 * Writing is a service to others: it never fails a reading, and who watches a project need not look
 * here.
 */
public final class RegistryCache {
  private static final Logger LOG = System.getLogger("bullpen.registry");

  /** Bytes of a file; some hundred thousand items, and more than anybody wants to have parsed. */
  static final int MAX_BYTES = 67_108_864;

  private final Layout layout;
  private final Path folder;
  private final int maxBytes;
  private final boolean isWritten;
  private final RegistryFile tools;
  private final RegistryFile resources;
  private final RegistryFile templates;
  private final RegistryFile prompts;
  private final RegistryFile interfaces;
  private final AtomicBoolean refusalSaid = new AtomicBoolean();

  public RegistryCache(Layout layout, Map<String, String> env) {
    this.layout = layout;
    this.folder = folder(layout.root(), env);
    this.maxBytes = NumberSetting.REGISTRY_MAX_BYTES.of(env, MAX_BYTES);
    // A static registry is what it is, and mcp-bash lets the other setting protect one. The
    // distribution's own examples stay as they were installed.
    this.isWritten =
        !isStatic(env)
            && !SwitchSetting.REGISTRY_REFRESH_NO_WRITE.isOn(env)
            && !folder.startsWith(layout.home().resolve("examples"));
    this.tools = file("tools.json");
    this.resources = file("resources.json");
    this.templates = file("resource-templates.json");
    this.prompts = file("prompts.json");
    this.interfaces = new RegistryFile(folder.resolve("ui-resources.json"), true, maxBytes);
  }

  private RegistryFile file(String name) {
    return new RegistryFile(folder.resolve(name), false, maxBytes);
  }

  public static Path folder(Folder root, Map<String, String> env) {
    String named = env.getOrDefault("MCPBASH_REGISTRY_DIR", "");
    return named.isEmpty()
        ? root.path().resolve(".registry")
        : Path.of(named).toAbsolutePath().normalize();
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
    if (!isWritten || catalog.broken().isPresent() || isStrange()) {
      return;
    }
    try {
      makeFolder();
      tools.write(catalog.tools().stream().map(RegistryFile::item).toList(), now);
      resources.write(catalog.resources().stream().map(RegistryFile::item).toList(), now);
      templates.write(catalog.templates().stream().map(RegistryFile::item).toList(), now);
      prompts.write(catalog.prompts().stream().map(RegistryFile::item).toList(), now);
      interfaces.write(catalog.uiResources().stream().map(UiResource::definition).toList(), now);
    } catch (IOException e) {
      if (refusalSaid.compareAndSet(false, true)) {
        LOG.log(Level.DEBUG, "The registry in {0} is not written: {1}", folder, e.toString());
      }
    }
  }

  /** A folder that was taken for a project by mistake is left as it is. */
  private boolean isStrange() {
    return !Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !layout.isThere();
  }

  private void makeFolder() throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder.getParent());
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException e) {
        // Another server of this project was quicker; what it made is looked at like any other.
        LOG.log(Level.TRACE, "{0} was made by somebody else", folder);
      } catch (UnsupportedOperationException e) {
        Files.createDirectory(folder); // No modes on this file system.
      }
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(List.of(folder));
    if (objection.isPresent()) {
      throw new IOException(objection.get().fact());
    }
  }

  /**
   * What the files hold, kind by kind. A kind is left open when its file is certainly not there; it
   * has nothing, with a word about the reason, when the file is not believed or not understood:
   * what it leaves out may have been left out on purpose.
   */
  Registration read(Consumer<String> problems) {
    if (Absence.isCertain(folder)) {
      return Registration.NONE;
    }
    Optional<List<ObjectNode>> allTemplates =
        items(templates, RegistrationKind.RESOURCE_TEMPLATES, problems);
    return new Registration(
        folder.toString(),
        items(tools, RegistrationKind.TOOLS, problems),
        items(resources, RegistrationKind.RESOURCES, problems),
        allTemplates,
        items(prompts, RegistrationKind.PROMPTS, problems),
        allTemplates.isPresent(),
        Map.of());
  }

  private Optional<List<ObjectNode>> items(
      RegistryFile file, RegistrationKind kind, Consumer<String> problems) {
    if (isMissing(file)) {
      return Optional.empty();
    }
    Optional<TrustCheck.Objection> objection = objection(file.path());
    if (objection.isPresent()) {
      return nothing(file, kind, objection.get().fact(), objection.get().nextStep(), problems);
    }
    try {
      return file.read().map(all -> servable(all, file.path(), kind, problems));
    } catch (IOException e) {
      return nothing(
          file, kind, "it " + e.getMessage(), "Remove it, or MCPBASH_STATIC_REGISTRY", problems);
    }
  }

  private static boolean isMissing(RegistryFile file) {
    return Files.isDirectory(file.path().getParent()) && Absence.isCertain(file.path());
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

  private static Optional<List<ObjectNode>> nothing(
      RegistryFile file,
      RegistrationKind kind,
      String fact,
      String nextStep,
      Consumer<String> problems) {
    if (isMissing(file)) {
      return Optional.empty(); // removed while it was looked at
    }
    problems.accept(
        "%s is not served: %s. So there are no %s. %s."
            .formatted(file.path(), fact, kind.member(), nextStep));
    return Optional.of(List.of());
  }

  private Optional<TrustCheck.Objection> objection(Path file) {
    return TrustCheck.firstObjection(
        folder.startsWith(layout.root().path()) ? layout.wayTo(file) : List.of(file, folder));
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
}
