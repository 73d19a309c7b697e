package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyTasksTests {
  private final EarlyTasks<String> tasks = new EarlyTasks<>();
  private final List<String> done = new ArrayList<>();

  @Test
  void what_a_script_reports_before_its_job_is_handed_in_altogether_is_done_then_in_order() {
    tasks.with(job -> done.add(job + " paused"));
    tasks.with(
        job -> {
          done.add(job + " put");
          tasks.with(same -> done.add(same + " resumed"));
        });
    assertEquals(List.of(), done);
    tasks.begin("job");
    assertEquals(List.of("job paused", "job put", "job resumed"), done);
  }

  @Test
  void what_is_reported_later_is_done_at_once() {
    tasks.begin("job");
    tasks.with(job -> done.add(job + " extended"));
    assertEquals(List.of("job extended"), done);
  }
}
