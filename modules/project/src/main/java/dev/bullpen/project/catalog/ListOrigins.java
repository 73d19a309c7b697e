package dev.bullpen.project.catalog;

import dev.bullpen.project.file.FactSum;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListings;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.registration.Registration;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the lists of a project are made from, as short texts: where one is the same as at an earlier
 * start, so is the list, and nothing needs to be opened to know it.
 *
 * <p>It holds for what is discovered: which folders are looked at, who we are, that no registration
 * has changed, and the state of every file there is. Not seen is what metadata names outside of
 * these folders, such as an icon.
 */
public final class ListOrigins {
  /** Files; to read fewer takes less than a tenth of a second, and then it is best to do so. */
  static final int WORTHWHILE = 500;

  /** Where a registration may say anything at any time, nothing is known. */
  private final Optional<String> settings;

  private final FolderListings folders;

  private ListOrigins(Optional<String> settings, FolderListings folders) {
    this.settings = settings;
    this.folders = folders;
  }

  /** Of a project whose lists can change although no file does. */
  public static ListOrigins unknown(FolderListings folders) {
    return new ListOrigins(Optional.empty(), folders);
  }

  /**
   * Of a project.
   *
   * @param registration the file that registers, existing or not
   */
  static ListOrigins of(
      Layout layout, Path registration, String serverName, FolderListings folders) {
    Fingerprint fingerprint = new Fingerprint().add(program()).add(serverName);
    for (Folder folder :
        new Folder[] {
          layout.root(), layout.tools(), layout.prompts(), layout.resources(), layout.ui()
        }) {
      fingerprint.add(folder.path().toString()).add(folder.boundary().toString());
    }
    fingerprint.add(FileStamp.of(registration));
    return new ListOrigins(Optional.of(fingerprint.text()), folders);
  }

  /** Another build may make other lists of the same files. */
  private static String program() {
    CodeSource source = ListOrigins.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return "";
    }
    try {
      return FileStamp.of(Path.of(new URI(source.getLocation().toString())));
    } catch (URISyntaxException | RuntimeException e) {
      return source.getLocation().toString(); // in no file system
    }
  }

  /** What the list of a kind is made from; lists folders if that has not been done yet. */
  Optional<String> of(CatalogKind kind) {
    return settings.map(text -> "%s %x".formatted(text, state(kind)));
  }

  /** Whether it is that; no folder is listed where something else tells that it is not. */
  boolean is(CatalogKind kind, String origin) {
    return settings.isPresent()
        && origin.startsWith(settings.get() + " ")
        && origin.equals(of(kind).orElseThrow());
  }

  /**
   * What the lists are made from that take long to be made: of a project of many files those that a
   * registration leaves to discovery.
   */
  Map<CatalogKind, String> ofLongLists(Registration registration) {
    Map<CatalogKind, String> all = new EnumMap<>(CatalogKind.class);
    if (settings.isPresent() && folders.files() >= WORTHWHILE) {
      put(all, CatalogKind.TOOLS, registration.tools());
      put(all, CatalogKind.PROMPTS, registration.prompts());
      put(all, CatalogKind.RESOURCES, registration.resources());
      put(
          all,
          CatalogKind.RESOURCE_TEMPLATES,
          registration.resources().or(registration::resourceTemplates));
    }
    return all;
  }

  private void put(Map<CatalogKind, String> all, CatalogKind kind, Optional<?> registered) {
    if (registered.isEmpty()) {
      all.put(kind, of(kind).orElseThrow());
    }
  }

  private long state(CatalogKind kind) {
    FactSum sum = new FactSum();
    switch (kind) {
      case TOOLS -> sum.add(folders.tools().listing().state());
      case PROMPTS -> sum.add(folders.prompts().listing().state());
      case RESOURCE_TEMPLATES -> sum.add(folders.resources().listing().state());
      case RESOURCES ->
          // Interfaces are listed among them, and may be those of tools.
          sum.add(
              folders.resources().listing().state(),
              folders.tools().listing().state(),
              folders.ui().listing().state());
    }
    return sum.value();
  }
}
