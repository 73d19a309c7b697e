package dev.bullpen.http.fleet;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.http.fleet.Peer.PeerStatus;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a replica that serves requests for this one counts as gone. */
class PeerTests {
  private static final Optional<PeerStatus> ANSWER =
      Optional.of(new PeerStatus("node-b", "", Optional.empty()));
  private static final Optional<PeerStatus> SILENCE = Optional.empty();

  private final Peer peer = new Peer("node-b", URI.create("http://127.0.0.1:8080/"));

  @Test
  void it_is_gone_after_two_checks_in_a_row_without_an_answer() {
    assertFalse(peer.checked(SILENCE));
    assertTrue(peer.checked(SILENCE));
  }

  @Test
  void any_answer_in_between_shows_that_it_is_there() {
    assertFalse(peer.checked(SILENCE));
    assertFalse(peer.checked(ANSWER));
    assertFalse(peer.checked(SILENCE));
    peer.heard(ANSWER);
    assertFalse(peer.checked(SILENCE));
  }

  @Test
  void the_same_moment_of_silence_counts_once_though_it_is_asked_for_its_lists_too() {
    peer.heard(SILENCE);
    assertFalse(peer.checked(SILENCE));
    peer.heard(SILENCE);
    assertTrue(peer.checked(SILENCE));
  }
}
