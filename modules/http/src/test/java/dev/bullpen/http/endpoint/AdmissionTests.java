package dev.bullpen.http.endpoint;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AdmissionTests {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Admission admission = new Admission();

  @Test
  void noRequestIsLetInAfterTheEnd() {
    assertTrue(admission.enter());
    admission.entered();
    admission.close(LONG);
    assertFalse(admission.enter());
  }

  @Test
  void theEndWaitsForARequestThatIsBeingLetIn() throws Exception {
    assertTrue(admission.enter());
    CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> admission.close(LONG));
    assertThrows(TimeoutException.class, () -> closed.get(50, TimeUnit.MILLISECONDS));
    admission.entered();
    closed.get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void theEndDoesNotWaitForLongerThanItMay() {
    assertTrue(admission.enter());
    admission.close(Duration.ofMillis(10));
    assertFalse(admission.enter());
  }
}
