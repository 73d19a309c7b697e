package dev.bullpen.server.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ComplaintTests {
  private static final String ONE = "x.java:3: ';' expected\nint a\n     ^";

  private static String located(String text) {
    return new Complaint("x.java", text).located(Path.of("/p/x.java"));
  }

  @Test
  void one_alone_is_all_there_is() {
    assertEquals("/p/x.java:3: ';' expected", located(ONE));
    assertEquals(
        "x.java does not compile: line 3: ';' expected", new Complaint("x.java", ONE).sentence());
  }

  @Test
  void those_that_are_not_shown_are_counted() {
    assertEquals("/p/x.java:3: ';' expected (and 2 more)", located((ONE + "\n").repeat(3)));
  }

  @Test
  void so_are_those_that_the_compiler_does_not_show_and_its_word_for_them_is_none() {
    assertEquals(
        "/p/x.java:3: ';' expected (and 20 more)",
        located((ONE + "\n").repeat(20) + "x.java: and 1 more errors"));
    assertEquals(
        "/p/x.java:3: ';' expected (and at least 99 more)",
        located((ONE + "\n").repeat(20) + "x.java: and at least 80 more errors"));
  }

  @Test
  void a_source_may_say_what_it_likes() {
    assertEquals(
        "/p/x.java:3: and 7 more errors",
        located("x.java:3: and 7 more errors\nand 9 more errors"));
  }
}
