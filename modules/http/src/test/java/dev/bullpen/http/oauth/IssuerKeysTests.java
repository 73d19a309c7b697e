package dev.bullpen.http.oauth;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IssuerKeysTests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JWKSet KEYS = new JWKSet(TestIssuer.RSA.toPublicJWK());
  private static final JWKMatcher RSA_1 = new JWKMatcher.Builder().keyID("rsa-1").build();
  private static final JWKMatcher RSA_2 = new JWKMatcher.Builder().keyID("rsa-2").build();

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger fetches = new AtomicInteger();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile boolean isDown;
  private final IssuerKeys keys = keys(PATIENCE);

  private IssuerKeys keys(Duration patience) {
    return new IssuerKeys(this::fetch, patience, nanos::get, warnings::add);
  }

  private JWKSet fetch() throws IOException {
    fetches.incrementAndGet();
    try {
      assertTrue(gate.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (isDown) {
      throw new IOException("down");
    }
    return KEYS;
  }

  @AfterEach
  void let_all_go() {
    gate.countDown();
    callers.shutdownNow();
  }

  private List<Future<List<JWK>>> ask(int callersAtOnce) {
    List<Future<List<JWK>>> asked = new ArrayList<>();
    for (int i = 0; i < callersAtOnce; i++) {
      asked.add(callers.submit(() -> keys.matching(RSA_1)));
    }
    return asked;
  }

  private static long ended(List<? extends Future<?>> all) {
    return all.stream().filter(Future::isDone).count();
  }

  @Test
  void all_who_wait_share_one_fetch() throws Exception {
    gate = new CountDownLatch(1);
    List<Future<List<JWK>>> asked = ask(IssuerKeys.MAX_WAITING);
    await().atMost(PATIENCE).until(() -> fetches.get() == 1);
    assertEquals(0, ended(asked));
    gate.countDown();
    for (Future<List<JWK>> one : asked) {
      assertEquals(1, one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).size());
    }
    assertEquals(1, fetches.get());
  }

  @Test
  void beyond_eight_none_waits_for_a_key_that_is_not_known() throws Exception {
    gate = new CountDownLatch(1);
    List<Future<List<JWK>>> asked = ask(IssuerKeys.MAX_WAITING + 5);
    await().atMost(PATIENCE).until(() -> ended(asked) == 5);
    gate.countDown();
    await().atMost(PATIENCE).until(() -> ended(asked) == asked.size());
    assertEquals(1, fetches.get());
  }

  @Test
  void a_fetch_that_was_begun_early_is_not_waited_for_by_who_has_a_key() throws Exception {
    keys.begin();
    assertEquals(List.of(), keys.matching(RSA_2));
    assertEquals(1, fetches.get());
    gate = new CountDownLatch(1);
    nanos.addAndGet(IssuerKeys.BETWEEN.toNanos());
    Future<List<JWK>> unknown = callers.submit(() -> keys.matching(RSA_2));
    await().atMost(PATIENCE).until(() -> fetches.get() == 2);
    assertEquals(1, keys.matching(RSA_1).size());
    assertFalse(unknown.isDone());
    gate.countDown();
    assertEquals(List.of(), unknown.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void a_fetch_is_waited_for_no_longer_than_a_call_may() {
    IssuerKeys hasty = keys(Duration.ofMillis(20));
    gate = new CountDownLatch(1);
    KeysUnavailableException e =
        assertThrows(KeysUnavailableException.class, () -> hasty.matching(RSA_1));
    assertEquals(1, e.secondsToWait());
  }

  @Test
  void during_an_outage_no_token_with_a_known_key_waits() throws Exception {
    keys.matching(RSA_1);
    isDown = true;
    nanos.addAndGet(IssuerKeys.FRESH.toNanos());
    assertEquals(1, keys.matching(RSA_1).size());
    assertEquals(2, fetches.get());
    assertEquals(1, warnings.size());
    gate = new CountDownLatch(1);
    nanos.addAndGet(IssuerKeys.BETWEEN.toNanos());
    CompletableFuture<List<JWK>> third = new CompletableFuture<>();
    callers.submit(() -> third.complete(keys.matching(RSA_1)));
    assertEquals(1, third.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).size());
    await().atMost(PATIENCE).until(() -> fetches.get() == 3);
    gate.countDown();
    assertEquals(1, warnings.size(), "said once");
  }

  @Test
  void ten_thousand_unknown_keys_make_one_fetch() throws Exception {
    keys.matching(RSA_1);
    nanos.addAndGet(IssuerKeys.BETWEEN.toNanos());
    for (int i = 0; i < 10_000; i++) {
      keys.matching(new JWKMatcher.Builder().keyID("no-" + i).build());
    }
    assertEquals(2, fetches.get());
  }
}
