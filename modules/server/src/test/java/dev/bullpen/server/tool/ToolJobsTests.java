package dev.bullpen.server.tool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.script.HostEnvironment;
import dev.bullpen.server.asking.QuestionKind;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ToolJobsTests {
  @Test
  void no_variable_of_the_exchange_folder_reaches_a_script_of_a_server_within() {
    Set<String> variables = new TreeSet<>(ToolJobs.VARIABLES.keySet());
    variables.add(ToolJobs.TIMEOUT_VARIABLE);
    for (QuestionKind kind : QuestionKind.values()) {
      variables.add(kind.requestVariable());
      variables.add(kind.answerVariable());
    }

    variables.forEach(name -> assertTrue(HostEnvironment.isOfJob(name), name));
  }
}
