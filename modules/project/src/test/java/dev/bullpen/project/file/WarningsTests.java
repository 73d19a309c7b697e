package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningsTests {
  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "1, 1"})
  void a_sentence_comes_once_unless_there_were_too_many_to_remember(int more, int repeated) {
    List<String> said = new ArrayList<>();
    Warnings once = ((Warnings) said::add).once();
    int different = Warnings.MOST_REMEMBERED + more;
    for (int i = 0; i < different; i++) {
      once.add("sentence " + i);
    }
    once.add("sentence 0");
    assertEquals(different + repeated, said.size());
  }
}
