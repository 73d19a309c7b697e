package dev.bullpen.server.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.script.Roots;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.LogLevel;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.catalog.Listing;
import dev.bullpen.server.catalog.Listing.ListKind;
import dev.bullpen.server.thread.Timers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgreementTests {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/bin:/bin", "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final Timers timers = new Timers();
  private final Object sessionLock = new Object();
  private final Agreement agreement = new Agreement(LogLevel.INFO, sessionLock);
  private final Client client =
      new Client(
          Principal.LOCAL,
          Rights.ALL,
          wire.writer(),
          agreement,
          timers,
          new LargeAnswers(),
          () -> new Roots(List.of()));
  private final CountDownLatch changed = new CountDownLatch(1);
  private final Set<CatalogKind> reported = EnumSet.noneOf(CatalogKind.class);
  private Path resources;
  private Catalogs catalogs;

  @BeforeEach
  void a_project_and_a_client_that_is_not_ready() throws Exception {
    Path root = folder.toRealPath().resolve("project");
    resources = Files.createDirectories(root.resolve("resources"));
    Files.createFile(resources.resolve("a.txt"));
    catalogs = new Catalogs(Project.open(root, ENVIRONMENT, root, warning -> {}));
    catalogs.onChange(kinds -> changed.countDown(), () -> {});
    client.agreement().negotiate(Revision.V2025_06_18, ClientCapabilities.NONE);
  }

  @AfterEach
  void end() {
    catalogs.close();
    timers.close();
  }

  private Call list() throws Exception {
    Call call =
        new Call(
            Calls.id(1),
            Methods.RESOURCES_LIST,
            Json.object(),
            Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(wire.writer()),
            table);
    table.add(call);
    new Listing(ListKind.RESOURCES, catalogs, 250, CacheHint.STALE).handle(call);
    return call;
  }

  private static boolean isReaderAtTheSession() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("project reader"))
        .anyMatch(thread -> thread.getState() == Thread.State.BLOCKED);
  }

  @Test
  void a_list_that_changes_before_the_client_is_ready_is_reported_or_not_shown() throws Exception {
    synchronized (sessionLock) {
      list(); // answered on the reader's thread, which cannot say what it shows
      await().atMost(Duration.ofSeconds(30)).until(AgreementTests::isReaderAtTheSession);
      Files.createFile(resources.resolve("b.txt"));
      assertTrue(changed.await(30, TimeUnit.SECONDS));
      client.ready();
      reported.addAll(catalogs.othersThan(agreement.shown()));
    }
    assertTrue(table.awaitNone(Duration.ofSeconds(30)));
    int shown = wire.lines().get(0).path("result").path("resources").size();
    assertEquals(2, reported.contains(CatalogKind.RESOURCES) ? 2 : shown);
  }
}
