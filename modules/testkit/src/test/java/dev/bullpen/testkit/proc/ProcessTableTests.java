package dev.bullpen.testkit.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessTableTests {
  private static final Proc TOP = new Proc(10, 1, 'S', 1, 10, 10, "top");
  private static final Proc MIDDLE = new Proc(11, 2, 'S', 10, 11, 11, "middle");
  private static final Proc LEAF = new Proc(12, 3, 'Z', 11, 11, 11, "leaf");
  private static final Proc STRANGER = new Proc(13, 4, 'S', 1, 13, 13, "stranger");

  private final ProcessTable table =
      new ProcessTable(Map.of(10, TOP, 11, MIDDLE, 12, LEAF, 13, STRANGER));

  @Test
  void children_are_direct_and_those_below_are_all() {
    assertEquals(List.of(MIDDLE), table.children(10));
    assertEquals(List.of(MIDDLE, LEAF), table.below(10));
    assertEquals(List.of(), table.below(12));
  }

  @Test
  void the_tree_is_indented_and_knows_when_its_root_is_gone() {
    assertTrue(table.tree(10).contains("\n    12 Z parent=11"), table.tree(10));
    assertTrue(table.tree(99).startsWith("99 is gone"));
  }

  @Test
  void this_process_is_in_the_table_of_now() {
    int self = (int) ProcessHandle.current().pid();
    assertTrue(ProcessTable.now().all().stream().anyMatch(process -> process.pid() == self));
  }
}
