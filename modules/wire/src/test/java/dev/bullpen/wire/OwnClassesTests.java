package dev.bullpen.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnClassesTests {
  private static final String THIS_MODULE = "dev.bullpen.wire";

  private static boolean initialized;

  /** Used by nobody but the one that loads it. */
  private static final class Unused {
    static {
      initialized = true;
    }
  }

  private static List<String> names(Set<String> modules) throws IOException {
    List<String> names = new ArrayList<>();
    OwnClasses.of(modules, names::add);
    return names;
  }

  private static int steps(OwnClasses classes) {
    int steps = 1;
    while (classes.loadSome()) {
      steps++;
    }
    return steps;
  }

  @Test
  void all_classes_of_a_module_are_there_by_name() throws IOException {
    List<String> names = names(Set.of(THIS_MODULE));
    assertTrue(names.contains(Frame.class.getName()), names.toString());
    assertTrue(names.contains(Frame.Job.class.getName()), names.toString());
    assertFalse(names.contains("module-info"), names.toString());
  }

  @Test
  void what_is_no_module_here_has_none() throws IOException {
    assertEquals(List.of(), names(Set.of("dev.bullpen.none")));
    assertFalse(OwnClasses.of(Set.of("dev.bullpen.none"), name -> true).loadSome());
  }

  @Test
  void they_are_loaded_some_at_a_time() throws IOException {
    int all = names(Set.of(THIS_MODULE)).size();
    OwnClasses classes = OwnClasses.of(Set.of(THIS_MODULE), name -> true);
    int steps = steps(classes);
    assertTrue(steps > 1 && steps < all, steps + " steps for " + all + " classes");
    assertEquals(0, classes.missing());
  }

  @Test
  void what_is_loaded_has_not_run() throws IOException {
    String unused = OwnClassesTests.class.getName() + "$Unused";
    List<String> found = new ArrayList<>();
    OwnClasses classes =
        OwnClasses.of(Set.of(THIS_MODULE), name -> name.equals(unused) && found.add(name));
    assertEquals(List.of(unused), found);
    assertEquals(1, steps(classes));
    assertEquals(0, classes.missing());
    assertFalse(initialized);
    new Unused();
    assertTrue(initialized);
  }
}
