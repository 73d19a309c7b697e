package dev.bullpen.server.catalog;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.catalog.FirstPage;
import dev.bullpen.project.catalog.FirstPages;
import dev.bullpen.server.thread.NoThreadException;
import dev.bullpen.server.thread.SlowThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * Lists that are asked for before the project has been read: they begin as they did at an earlier
 * start, if nothing tells that they are others now. What was shown is remembered, so that whoever
 * has seen it can be told if it was not so after all.
 */
final class EarlyLists implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.lists");

  private final FirstPages pages;
  private final ExecutorService thread = SlowThreads.of("project lists", 1);

  /** Fingerprints of what was shown; also guards that nothing is shown once the catalog is. */
  private final Map<CatalogKind, String> shown = new EnumMap<>(CatalogKind.class);

  private boolean over;

  EarlyLists(FirstPages pages) {
    this.pages = pages;
  }

  /** Look for what may be shown; done before the project is read, which would delay it. */
  void prepare() {
    try {
      pages.prepare();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in looking for the first pages of lists", e);
    }
  }

  /**
   * Answer a question for a list on another thread.
   *
   * @param answer answers with a page; false if that is not enough of it, or nobody to answer
   * @param otherwise is run when there is no page, or not enough
   */
  void answer(CatalogKind kind, Predicate<FirstPage> answer, Runnable otherwise) {
    try {
      thread.execute(
          () -> {
            if (!isAnswered(kind, answer)) {
              otherwise.run();
            }
          });
    } catch (RejectedExecutionException | NoThreadException e) { // the lists have another thread
      otherwise.run();
    }
  }

  private boolean isAnswered(CatalogKind kind, Predicate<FirstPage> answer) {
    try {
      Optional<FirstPage> page = pages.find(kind);
      return page.isPresent() && show(kind, page.get(), answer);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a defect in looking for the first page of a list", e);
      return false;
    }
  }

  private boolean show(CatalogKind kind, FirstPage page, Predicate<FirstPage> answer) {
    synchronized (shown) {
      if (over || !answer.test(page)) {
        return false;
      }
      shown.put(kind, page.fingerprint());
      return true;
    }
  }

  /**
   * The project has been read: from now on nothing is shown early.
   *
   * @return the lists that are others than was shown
   */
  Set<CatalogKind> end(Catalog catalog) {
    synchronized (shown) {
      over = true;
      return Catalogs.othersThan(shown, catalog);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
