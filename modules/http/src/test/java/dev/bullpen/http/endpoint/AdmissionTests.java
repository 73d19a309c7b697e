package dev.bullpen.http.endpoint;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.endpoint.Admission.Stage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AdmissionTests {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Admission admission = new Admission();

  private static long in(Duration time) {
    return System.nanoTime() + time.toNanos();
  }

  @Test
  void noRequestIsLetInAfterTheEnd() {
    assertTrue(admission.enter(Stage.ALL));
    admission.entered();
    admission.narrow(Stage.NOTHING, in(LONG));
    assertFalse(admission.enter(Stage.ALL));
  }

  @Test
  void theEndWaitsForARequestThatIsBeingLetIn() throws Exception {
    assertTrue(admission.enter(Stage.ALL));
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(() -> admission.narrow(Stage.NOTHING, in(LONG)));
    assertThrows(TimeoutException.class, () -> closed.get(50, TimeUnit.MILLISECONDS));
    admission.entered();
    closed.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void theEndDoesNotWaitForLongerThanItMay() {
    assertTrue(admission.enter(Stage.ALL));
    admission.narrow(Stage.NOTHING, in(Duration.ofMillis(10)));
    assertFalse(admission.enter(Stage.ALL));
  }

  @Test
  void answersAreLetInUntilNothingIsAndTheEndWaitsForThem() throws Exception {
    admission.narrow(Stage.ANSWERS, in(LONG));
    assertFalse(admission.enter(Stage.ALL));
    assertTrue(admission.enter(Stage.ANSWERS));
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(() -> admission.narrow(Stage.NOTHING, in(LONG)));
    await().until(() -> !isLetIn());
    assertFalse(closed.isDone());
    admission.entered();
    closed.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private boolean isLetIn() {
    boolean entered = admission.enter(Stage.ANSWERS);
    if (entered) {
      admission.entered();
    }
    return entered;
  }
}
