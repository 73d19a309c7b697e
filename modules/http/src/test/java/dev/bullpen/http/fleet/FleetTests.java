package dev.bullpen.http.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.server.HttpOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTests {
  private static final String KEY = "0123456789abcdef".repeat(4);

  @TempDir private Path folder;

  private Path keys(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private Fleet fleet(Optional<String> node, Map<String, String> peers, Path keys)
      throws AccessException {
    return fleet(node, peers, keys, Runnable::run);
  }

  private static Fleet fleet(
      Optional<String> node, Map<String, String> peers, Path keys, Executor executor)
      throws AccessException {
    return new Fleet(
        new HttpOptions.Fleet(node, peers, Optional.empty(), keys), executor, sentence -> {});
  }

  private Fleet fleet(String node) throws Exception {
    return fleet(Optional.of(node), Map.of(), keys(KEY + "\n"));
  }

  private static String refusal(Executable making) {
    return assertThrows(AccessException.class, making).getMessage();
  }

  @Test
  void an_id_names_its_node() throws Exception {
    Fleet fleet = fleet("a.example.com");
    assertEquals("a.example.com.xyz", fleet.id("xyz"));
    assertEquals(Optional.empty(), fleet.owner(fleet.id("xyz")));
    assertEquals(Optional.of("b"), fleet.owner("b.xyz"));
    assertEquals(Optional.of("a.example"), fleet.owner("a.example.com"));
    for (String without : List.of("", "xyz", ".xyz")) {
      assertEquals(Optional.empty(), fleet.owner(without), without);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-a", ".a", "ä", "a\nb", "a/b"})
  void a_node_has_the_name_of_a_host(String name) throws IOException {
    Path keys = keys(KEY);
    assertTrue(refusal(() -> fleet(Optional.of(name), Map.of(), keys)).contains("not a node name"));
  }

  @Test
  void a_node_without_a_name_has_that_of_the_host() throws Exception {
    assertFalse(fleet(Optional.empty(), Map.of(), keys(KEY)).node().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "ftp://b", "http:b", "http://b/mcp", "http://b?x", "http://[", ""})
  void a_peer_has_a_url_without_a_path(String url) throws IOException {
    Path keys = keys(KEY);
    assertTrue(
        refusal(() -> fleet(Optional.of("a"), Map.of("b", url), keys))
            .startsWith("--peer requires the URL of a replica"));
  }

  @Test
  void there_are_one_or_two_keys_of_which_the_first_seals() throws Exception {
    String other = "f".repeat(64);
    Fleet one = fleet(Optional.of("a"), Map.of(), keys("# first\n" + KEY + "\n"));
    Fleet two =
        fleet(Optional.of("b"), Map.of(), keys(KEY.toUpperCase(Locale.ROOT) + "\n\n" + other));
    assertEquals(2, two.keys().size());
    assertArrayEquals(one.keys().get(0), two.keys().get(0));
    assertEquals(32, one.keys().get(0).length);
    assertFalse(Arrays.equals(two.keys().get(0), two.keys().get(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "'', it has 0 keys",
    "'# nothing', it has 0 keys",
    "'0123', a line is not 64 hexadecimal digits",
    "'K\nK\nK', it has 3 keys",
    "'K K', a line is not 64 hexadecimal digits",
  })
  void other_files_of_keys_are_refused(String text, String why) throws IOException {
    Path keys = keys(text.replace("K", KEY));
    String refusal = refusal(() -> fleet(Optional.of("a"), Map.of(), keys));
    assertTrue(refusal.contains(why), refusal);
    assertFalse(refusal.contains("0123"), "no part of a key is repeated: " + refusal);
  }

  @Test
  void keys_are_for_their_owner_alone() throws IOException {
    Path keys = keys(KEY);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r-----"));
    assertTrue(
        refusal(() -> fleet(Optional.of("a"), Map.of(), keys)).contains("read by other users"));
  }

  /**
   * What happens to a request that another replica has got.
   *
   * @param hasDefect whether the next one fails to answer its client
   */
  private record Outcome(CompletableFuture<String> end, AtomicBoolean hasDefect)
      implements ForwardedRequest.Fallback {
    Outcome(AtomicBoolean hasDefect) {
      this(new CompletableFuture<>(), hasDefect);
    }

    @Override
    public void unreachable() {
      end.complete("unreachable");
    }

    @Override
    public void lost() {
      if (hasDefect.getAndSet(false)) {
        throw new IllegalStateException("a defect");
      }
      end.complete("lost");
    }

    @Override
    public byte[] lastEvent() {
      return new byte[0];
    }
  }

  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }

  @Tag("slow")
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_replica_is_watched_before_this_one_has_begun_to_compare_lists() throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Fleet fleet = fleetOf(silent, executor);
      Outcome outcome = new Outcome(new AtomicBoolean());
      forward(fleet, outcome);
      assertEquals("lost", outcome.end.get());
    } finally {
      executor.shutdownNow();
    }
  }

  /** The replica "a" of a fleet whose "b" accepts connections and says nothing. */
  private Fleet fleetOf(ServerSocket silent, Executor executor) throws Exception {
    String url = "http://127.0.0.1:" + silent.getLocalPort();
    return fleet(Optional.of("a"), Map.of("b", url), keys(KEY), executor);
  }

  private static void forward(Fleet fleet, Outcome outcome) throws Exception {
    Request request =
        answering(
            Request.class,
            Map.of(
                "getMethod",
                "POST",
                "getHttpURI",
                HttpURI.from("http://a/mcp"),
                "getHeaders",
                HttpFields.EMPTY));
    HttpAnswer answer = new HttpAnswer(answering(Response.class, Map.of()), Callback.NOOP);
    ForwardedRequest forwarded = new ForwardedRequest(answer, "here", outcome);
    assertTrue(fleet.forward("b", request, new byte[0], forwarded).get());
  }

  @Tag("slow")
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_replica_is_watched_further_after_a_request_to_it_has_failed_to_end() throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Fleet fleet = fleetOf(silent, executor);
      AtomicBoolean hasDefect = new AtomicBoolean(true);
      Outcome one = new Outcome(hasDefect);
      Outcome other = new Outcome(hasDefect);
      forward(fleet, one);
      forward(fleet, other);
      assertEquals("lost", CompletableFuture.anyOf(one.end, other.end).get());
      assertFalse(hasDefect.get());
    } finally {
      executor.shutdownNow();
    }
  }
}
