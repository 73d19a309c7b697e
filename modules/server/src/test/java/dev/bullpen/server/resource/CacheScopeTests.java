package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.project.Project;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Intake;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.catalog.Listing;
import dev.bullpen.server.catalog.Listing.ListKind;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.tool.TestScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A project whose answers any cache may keep for a minute, as its author says. */
@Timeout(60)
class CacheScopeTests {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/bin:/bin", "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  private static final CacheHint SHARED = new CacheHint(60_000, CacheHint.Scope.PUBLIC);
  private static final Principal ALICE = Principal.remote("alice");

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final CallThreads threads = new CallThreads("read", 1, (time, task) -> null);
  private final ResourceThreads others = ResourceThreads.of(1, (time, task) -> null);
  private final LargeAnswers room = new LargeAnswers();
  private Catalogs catalogs;

  @BeforeEach
  void a_project_with_a_resource() throws Exception {
    Path root = folder.toRealPath();
    Path resources = Files.createDirectory(root.resolve("resources"));
    Files.writeString(resources.resolve("a.txt"), "text");
    Files.writeString(resources.resolve("a.meta.json"), "{\"name\":\"a\",\"uri\":\"note://a\"}");
    catalogs = new Catalogs(Project.open(root, ENVIRONMENT, root, warning -> {}));
  }

  @AfterEach
  void end() {
    catalogs.close();
    room.close();
    threads.close();
    others.all().forEach(CallThreads::close);
  }

  private String hint(Principal principal, Handler method) {
    Call call =
        new Call(
            Calls.id(1),
            "test",
            Json.object().put("uri", "note://a"),
            Calls.modern(Calls.client(wire, principal), ClientCapabilities.NONE),
            new LineReply(wire.writer()),
            table);
    table.add(call);
    call.serve(() -> method.handle(call));
    assertTrue(table.awaitNone(Duration.ofSeconds(30)));
    JsonNode result = wire.lines().get(0).path("result");
    return result.path("cacheScope").asString("none") + result.path("ttlMs");
  }

  private Listing list(ListKind kind) {
    return new Listing(kind, catalogs, 100, SHARED);
  }

  private ResourceReading read() {
    return new ResourceReading(
        catalogs,
        new ResourceFetch(
            TestScripts.of(
                catalogs,
                ENVIRONMENT,
                new Intake(),
                (lane, command) ->
                    CompletableFuture.completedFuture(JobRequest.Program.script(command))),
            threads,
            others,
            room),
        SHARED);
  }

  @ParameterizedTest
  @EnumSource
  void a_list_that_a_remote_client_gets_is_kept_for_no_other(ListKind kind) {
    assertEquals("private60000", hint(ALICE, list(kind)));
  }

  @Test
  void so_is_a_resource() {
    assertEquals("private60000", hint(ALICE, read()));
  }

  @Test
  void the_local_user_gets_the_scope_of_the_project() {
    assertEquals("public60000", hint(Principal.LOCAL, list(ListKind.TOOLS)));
  }

  @Test
  void also_on_a_resource() {
    assertEquals("public60000", hint(Principal.LOCAL, read()));
  }
}
