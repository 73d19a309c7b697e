package dev.bullpen.helper.job;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.helper.poll.Events;
import dev.bullpen.helper.provider.ProviderRehearsal;
import dev.bullpen.wire.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose threads may have started something, which each job of a warm shell has to look for. */
class LeadersTests {
  private final Leaders leaders = new Leaders(new Events());

  private static Frame.Job provider(String place) {
    return new Frame.Job(
        1,
        List.of(ProviderRehearsal.PROVIDER),
        List.of(place),
        "/",
        new byte[0],
        1,
        1,
        1,
        Optional.empty());
  }

  @Test
  void a_rehearsal_is_no_reason_to_look_at_other_threads() {
    leaders.heed(provider(ProviderRehearsal.place()));
    assertFalse(leaders.mayOthersStart());
  }

  @Test
  void a_program_of_the_project_is_one_for_good() {
    leaders.heed(provider("/project/classes"));
    leaders.heed(provider(ProviderRehearsal.place()));
    assertTrue(leaders.mayOthersStart());
  }
}
