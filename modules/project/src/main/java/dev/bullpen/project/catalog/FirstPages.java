package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Aside;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * How the lists of a project begin, as an earlier reading of it has left them in its registry. A
 * page is given out only where nothing tells that the list is another now: what it was made from is
 * looked at, which opens no file, but lists every folder. So it may take a tenth of a second.
 *
 * <p>Safe to use from any thread.
 */
public final class FirstPages {
  private final RegistryCache cache;
  private final Supplier<ListOrigins> origins;
  private final Map<CatalogKind, Optional<FirstPage>> found = new ConcurrentHashMap<>();

  public FirstPages(RegistryCache cache, Supplier<ListOrigins> origins) {
    this.cache = cache;
    this.origins = origins;
  }

  /** Look for all of them, so that each is there at once afterwards. */
  public void prepare() {
    // Most files are resources.
    Aside<Optional<FirstPage>> resources =
        Aside.begin("project reader, resources", () -> find(CatalogKind.RESOURCES));
    for (CatalogKind kind : CatalogKind.values()) {
      find(kind);
    }
    resources.await();
  }

  /** How the list of a kind begins; the same whenever it is asked. */
  public Optional<FirstPage> find(CatalogKind kind) {
    return found.computeIfAbsent(kind, asked -> cache.firstPage(asked, origins.get()));
  }
}
