package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.script.HostEnvironment;
import dev.bullpen.server.asking.QuestionKind;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ToolJobsTests {
  @Test
  void the_places_on_a_tools_desk_reach_no_script_of_a_server_within() {
    Set<String> variables = new TreeSet<>(ToolJobs.DESK.keySet());
    variables.add(ToolJobs.TIMEOUT_VARIABLE);
    for (QuestionKind kind : QuestionKind.values()) {
      variables.add(kind.requestVariable());
      variables.add(kind.answerVariable());
    }

    variables.forEach(name -> assertTrue(HostEnvironment.isOfJob(name), name));
  }
}
