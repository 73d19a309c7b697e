package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompletionTableTests {
  private final Map<CompletionTarget, Completer> registered = new HashMap<>();

  private void register(String uri) {
    registered.put(target(uri), new Completer.Script(uri, "complete.sh", Optional.empty()));
  }

  @Test
  void of_several_spellings_of_a_uri_the_first_by_name_completes_all_others() {
    int many = 20;
    for (int i = 0; i < many; i++) {
      register("file:/tmp/" + i);
      register("file:///tmp/" + i);
      register("FILE:///tmp/" + i);
    }
    CompletionTable table = new CompletionTable(registered);
    for (int i = 0; i < many; i++) {
      Completer found =
          table.find(Kind.RESOURCE, List.of("file://localhost/tmp/" + i), "a").orElseThrow();
      assertEquals(registered.get(target("FILE:///tmp/" + i)), found);
    }
  }

  private static CompletionTarget target(String uri) {
    return new CompletionTarget(Kind.RESOURCE, uri, Optional.empty());
  }
}
